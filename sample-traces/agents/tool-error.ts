import { runMessagesAgent } from "./messages-agent.ts";
import type { Sample } from "./studio.ts";
import { calculator, folderTools } from "./tools.ts";
import { travelTools } from "./travel-desk.ts";

const DAY = "2026-05-14";
const fare = (flight: string) => ({ name: "get_fare", args: { flight, date: DAY } });

const SYSTEM = [
  "You book business trips.",
  "Read policy.md first. Look up bookable fares with get_fare; list prices are not bookable.",
  "Write the itinerary to trip.md and finish with one sentence that names flight, fare and reference.",
].join("\n");

const POLICY = [
  "# Travel policy",
  "",
  "- Cheapest flight with at most one stop.",
  "- A fare above 700 USD needs approval: ask, do not book.",
  "- Amounts in the itinerary are in USD and in EUR (1 USD = 0.92 EUR).",
  "",
].join("\n");

const ITINERARY = [
  "# Oslo to San Francisco, 14 May 2026",
  "",
  "LH 454, 10:05, one stop",
  "Fare: 412.00 USD (379.04 EUR)",
  "Reference: QX7LNM",
  "",
].join("\n");

export const toolError: Sample = {
  name: "tool-error",
  title: "Book a trip: the fare that never came",
  shows:
    "a run that looks fine and is not: a tool times out, the model takes a list price for the fare, books without a check, and reports the wrong amount; a busy provider (429) and a failed booking are on the way; streamed Anthropic messages",
  at: "2026-04-20T13:05:22.101Z",
  files: {
    "policy.md": POLICY,
    "traveller.json": JSON.stringify({ name: "R. Ito", home: "OSL", seat: "aisle" }, null, 2),
  },
  script: [
    { after: 720, calls: [{ name: "list_files", args: {} }] },
    {
      after: 530,
      calls: [
        { name: "read_file", args: { path: "policy.md" } },
        { name: "read_file", args: { path: "traveller.json" } },
      ],
    },
    { after: 610, calls: [{ name: "search_flights", args: { from: "OSL", to: "SFO", date: DAY } }] },
    {
      after: 820,
      text: "Three flights with one stop. I look up the bookable fares, cheapest first.",
      calls: [fare("LH 454")],
    },
    { after: 540, text: "That took too long. I try again.", calls: [fare("LH 454")] },
    { after: 480, calls: [fare("UA 12")] },
    {
      after: 90,
      fail: {
        status: 429,
        type: "rate_limit_error",
        message: "This request would exceed the rate limit of 50 requests per minute. Please try again later.",
        retryAfter: 1,
      },
    },
    { after: 560, calls: [fare("BA 285")] },
    {
      after: 930,
      text: "LH 454 is the cheapest at 412 USD. The carrier does not answer, so I take the list price as the fare.",
      calls: [{ name: "calculator", args: { expression: "412 * 0.92" } }],
    },
    {
      after: 640,
      calls: [{ name: "book", args: { flight: "LH 454", date: DAY, fare_usd: 412, accept_any_fare: false } }],
    },
    {
      after: 700,
      text: "The fare could not be verified. I book with any fare accepted, since it is well below the limit of 700 USD.",
      calls: [{ name: "book", args: { flight: "LH 454", date: DAY, fare_usd: 412, accept_any_fare: true } }],
    },
    {
      after: 880,
      text: "Booked. Now the itinerary.",
      calls: [{ name: "write_file", args: { path: "trip.md", text: ITINERARY } }],
    },
    { after: 450, calls: [{ name: "shell", args: { command: "grep -c '' trip.md && grep -n 'Fare' trip.md" } }] },
    { after: 590, text: "Booked LH 454 on 14 May for 412.00 USD, reference QX7LNM; the itinerary is in trip.md." },
  ],
  run: ({ clock, folder, fetch }) =>
    runMessagesAgent(
      {
        model: "claude-haiku-4-5",
        system: SYSTEM,
        tools: [...folderTools(folder, clock), ...travelTools(clock), calculator(clock)],
        clock,
        fetch,
        stream: true,
      },
      "Book me a flight from Oslo to San Francisco on 14 May 2026.",
    ),
};
