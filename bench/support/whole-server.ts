// node whole-server.ts DATA: a server with all tools.
import { serveForBench } from './serve-for-bench.ts';

await serveForBench(process.argv[2] ?? '');
