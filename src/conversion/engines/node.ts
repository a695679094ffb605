// A Node of our own inside the sandbox: what it may read, and how it is started.
import { dirname, join } from 'node:path';

const source = join(import.meta.dirname, '..', '..');
const root = dirname(source);

export const nodeFiles = [process.execPath, join(root, 'package.json'), join(root, 'node_modules'), source];
export const nodeArguments = ['--disable-warning=ExperimentalWarning'];
