// node copy-server.ts DATA: a server whose only tool copies its input.
import { copyTool } from './copy-tool.ts';
import { serveForBench } from './serve-for-bench.ts';

await serveForBench(process.argv[2] ?? '', [copyTool]);
