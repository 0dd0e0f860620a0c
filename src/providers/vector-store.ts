import type { Target } from "./dialect.ts";
import { placeOf } from "./place.ts";

/** Services that keep what an agent remembers, by their hosts, or by paths that only they have. */
interface Store {
  readonly id: string;
  readonly hosts?: RegExp;
  readonly paths?: RegExp;
}

const STORES: readonly Store[] = [
  { id: "pinecone", hosts: /(^|\.)pinecone\.io$/ },
  {
    id: "weaviate",
    hosts: /\.(?:weaviate\.(?:network|cloud|io)|semi\.technology)$/,
    paths: /^\/v1\/(?:graphql|batch\/objects|objects(?:\/.*)?)$/,
  },
  {
    id: "chroma",
    hosts: /(^|\.)trychroma\.com$/,
    paths: /^\/api\/v\d+\/(?:tenants\/[^/]+\/databases\/[^/]+\/)?collections(?:\/.*)?$/,
  },
  { id: "qdrant", hosts: /\.qdrant\.io$/, paths: /^\/collections\/[^/]+\/points(?:\/.*)?$/ },
  { id: "milvus", hosts: /\.zillizcloud\.com$/, paths: /^\/v\d\/vectordb\// },
  { id: "turbopuffer", hosts: /(^|\.)turbopuffer\.com$/ },
  { id: "mem0", hosts: /(^|\.)mem0\.ai$/ },
  { id: "openai", paths: /^\/v1\/vector_stores(?:\/.*)?$/ },
];

/** The store a request went to, whatever it asked for; undefined when it is none. */
export function vectorStore(target: Target): string | undefined {
  const { host, path } = placeOf(target);
  return STORES.find(
    ({ hosts, paths }) => (host !== undefined && hosts?.test(host) === true) || paths?.test(path) === true,
  )?.id;
}
