import { Option } from "commander";

export function colorOption(): Option {
  return new Option("--color <when>", "use colours").choices(["auto", "always", "never"]).default("auto");
}
