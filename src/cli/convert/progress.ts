// A progress line on a terminal; shows nothing if standard error is a file.
import type { OnProgress } from '#core/progress.ts';

export interface ProgressLine extends Disposable {
  /** Records how far a task is, which is shown if there is no other. */
  far: OnProgress;
  /** Records that another task has ended. */
  ended(isFailure: boolean): void;
  /** Writes a line above the progress line, to standard error unless `to` is given. */
  say(line: string, to?: NodeJS.WriteStream): void;
}

export function showProgress(what: string, total: number, { isQuiet }: { isQuiet: boolean }): ProgressLine {
  const stream: NodeJS.WriteStream = process.stderr;
  let [ended, failed, far] = [0, 0, ''];
  const erase = () => void (stream.isTTY && stream.write('\r\u001b[K'));
  const show = () => {
    const seconds = `${(performance.now() / 1000).toFixed(1)} s`;
    const count = total === 1 ? far : ` ${ended} of ${total}${failed > 0 ? `, ${failed} failed` : ''} …`;
    stream.write(`\r\u001b[K${what}:${count} ${seconds}`);
  };
  const timer = stream.isTTY && !isQuiet ? setInterval(show, 100).unref() : undefined;
  return {
    far: ({ done, of, unit }) => (far = ` ${done} of ${of} ${unit} …`),
    ended(isFailure) {
      ended += 1;
      if (isFailure) failed += 1;
    },
    say(line, to = stream) {
      erase();
      to.write(`${line}\n`);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      erase();
    },
  };
}
