// Where an assistant works: on the files of a machine, or by messages to a service. The rest of the server is the same for both.
import type {
  CallToolResult,
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from '#conversion/tools/tool.ts';
import type { ExtraTool } from './extra-tools.ts';
import type { Progress } from './progress.ts';

/** A call with its parsed arguments. */
export interface Call {
  /** A tool, or several one after the other. */
  what: { tool: Tool } | { steps: readonly Readonly<Record<string, string>>[] };
  /** As the place describes a file. */
  files: readonly unknown[];
  fields: Readonly<Record<string, string>>;
  output: string | undefined;
}

export interface Context {
  signal: AbortSignal;
  progress: Progress;
}

export interface Place {
  /** The JSON schema of one input file. */
  file: object;
  /** How a call with one is written, for descriptions. */
  example: string;
  /** The JSON schema of the argument for the result's place, where there is one. */
  output?: object;
  /** Sentences about files and results, for the model. */
  instructions: string;
  /** The tools that can be called. */
  tools(signal: AbortSignal): Promise<readonly Tool[]>;
  convert(call: Call, context: Context): Promise<CallToolResult>;
  extraTools: readonly ExtraTool[];
  resourceTemplates: readonly ResourceTemplate[];
  resources(signal: AbortSignal): Promise<Resource[]>;
  read(uri: string, signal: AbortSignal): Promise<ReadResourceResult>;
}
