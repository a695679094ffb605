// A progress line for a batch on a terminal; shows nothing if standard error is a file.
export interface Progress extends Disposable {
  /** Records that another task has ended. */
  ended(isFailure: boolean): void;
  /** Writes a line above the progress line, to standard error unless `to` is given. */
  say(line: string, to?: NodeJS.WriteStream): void;
}

export function showProgress(what: string, total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  let [ended, failed] = [0, 0];
  const erase = () => void (stream.isTTY && stream.write('\r\u001b[K'));
  const show = () => {
    const seconds = `${(performance.now() / 1000).toFixed(1)} s`;
    const count = total === 1 ? '' : ` ${ended} of ${total}${failed > 0 ? `, ${failed} failed` : ''} …`;
    stream.write(`\r\u001b[K${what}:${count} ${seconds}`);
  };
  const timer = stream.isTTY ? setInterval(show, 100).unref() : undefined;
  return {
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
