// The result of a task beside the file that it was made of, for the tools where that says most.
import type { Result } from '../workbench/backend.ts';
import type { Backend } from '../workbench/backend.ts';
import type { Task } from '../workbench/batch.ts';
import { CompareBySlider, CompareSideBySide } from './compare.tsx';

export default function ResultBeside({ task, result, backend }: { task: Task; result: Result; backend: Backend }) {
  const [chosen] = task.files;
  if (chosen === undefined) return null;
  const source = { file: chosen.file, password: task.fields['password'] ?? '', name: result.name };
  return task.tool.id === 'compress-pdf' ? (
    // Sent by the service itself: a page may not ask the bucket.
    <CompareBySlider {...source} url={`${backend.downloadUrl(result.id)}?via=service`} />
  ) : (
    <CompareSideBySide {...source} previewUrl={backend.previewUrl(result.id)} />
  );
}
