// Files that are chosen, and conversions that run: kept outside of the pages, so that neither is lost on the way between them.
import type { ApiError, Upload } from '../api/client.ts';
import type { Tool } from '../api/types.ts';
import type { Backend, Result } from './backend.ts';
import { describeError } from './describe.ts';
import { namedByContent } from './sniff.ts';
import { forOtherFiles } from './single-pages.ts';
import { formOf, isSameChain, stepsOf, withFields, type Step, type Values } from './steps.ts';
import { useSyncExternalStore } from 'react';

/** A chosen file, under the name that it is sent with. */
export interface Chosen {
  id: string;
  file: File;
  name: string;
  /** The tool that was chosen for it among files of several kinds; empty if it is to be left out. */
  toolId?: string;
}

export type TaskState =
  | { is: 'waiting' }
  | { is: 'sending'; part: number; call: Upload<Result> }
  | { is: 'done'; result: Result }
  | { is: 'failed'; error: ApiError }
  | { is: 'cancelled' };

export interface Task {
  id: string;
  tool: Tool;
  files: readonly Chosen[];
  fields: Values;
  /** The steps after the tool. */
  further: readonly Step[];
  state: TaskState;
}

/** Something that was taken out of a list, and where it was. */
interface Removed<Item> {
  item: Item;
  place: number;
}

/** What the last removal took out of the lists. */
export interface Removal {
  files: readonly Removed<Chosen>[];
  tasks: readonly Removed<Task>[];
}

/** The state for the pages; a new object after each change. */
export interface BatchState {
  files: readonly Chosen[];
  /** The tool that was chosen, and its form. */
  toolId: string;
  /** Whether it was chosen for these files, and not for those before. */
  isChosen: boolean;
  values: Values;
  /** The steps after it. */
  further: readonly Step[];
  /** The server's error about a field of these forms; the step of the selected tool is 0. */
  problem: { step: number; field: string; message: string } | null;
  tasks: readonly Task[];
  /** Nothing is sent before this time: the server was busy, or the rate limit was reached. */
  pausedUntil: number;
  /** Can be undone until something else happens. */
  removal: Removal | null;
}

/** Files that are sent at a time, while the server is not busy. */
const maxRunning = 3;
/** Responses that the server is busy, without another one between them. */
const maxRefusals = 60;
/** Longer waits are reported as errors. */
const maxWaitSeconds = 120;

const nothing: BatchState = {
  files: [],
  toolId: '',
  isChosen: false,
  values: {},
  further: [],
  problem: null,
  tasks: [],
  pausedUntil: 0,
  removal: null,
};

/** Removed results are deleted from the server after this time. */
const undoMs = 15_000;

export class Batch {
  #state = nothing;
  #listeners = new Set<() => void>();
  #backend: Backend;
  #numbers = 0;
  /** One after a refusal, one more after each answer. */
  #atOnce = maxRunning;
  #refusals = 0;
  #forgetting: ReturnType<typeof setTimeout> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #onSettled: () => void = () => {};

  constructor(backend: Backend) {
    this.#backend = backend;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly snapshot = (): BatchState => this.#state;

  get backend(): Backend {
    return this.#backend;
  }

  /** The backend of further conversions; `onSettled` is called when one has ended, with any outcome. */
  serve(backend: Backend, onSettled: () => void): void {
    this.#backend = backend;
    this.#onSettled = onSettled;
  }

  get isRunning(): boolean {
    return this.#state.tasks.some(({ state }) => state.is === 'waiting' || state.is === 'sending');
  }

  async add(files: readonly File[]): Promise<void> {
    const added = await Promise.all(
      files.map(async (file) => ({ id: this.#newId(), file, name: await namedByContent(file) })),
    );
    if (this.#state.files.length === 0) this.#change({ isChosen: false });
    this.setFiles([...this.#state.files, ...added]);
  }

  setFiles(files: readonly Chosen[]): void {
    const { files: before, toolId, values } = this.#state;
    const kept = new Set(files.map(({ id }) => id));
    const gone = removed(before, ({ id }) => !kept.has(id));
    if (gone.length > 0) this.#forgetRemoved({ files: gone, tasks: [] });
    this.#change({ files, values: forOtherFiles(toolId, values, files.length) });
  }

  /** Sets the tool for one of several kinds of files; empty to leave it out. */
  chooseFor(id: string, toolId: string): void {
    this.#change({ files: this.#state.files.map((file) => (file.id === id ? { ...file, toolId } : file)) });
  }

  /** Puts back what was removed last. */
  undo(): void {
    const { removal, files, tasks, toolId, values } = this.#state;
    if (removal === null) return;
    clearTimeout(this.#forgetting);
    const all = withPutBack(files, removal.files);
    this.#change({
      files: all,
      tasks: withPutBack(tasks, removal.tasks),
      values: forOtherFiles(toolId, values, all.length),
      removal: null,
    });
  }

  choose(toolId: string): void {
    this.#change({ isChosen: true });
    if (toolId !== this.#state.toolId) this.#change({ toolId, values: {}, further: [], problem: null });
  }

  setValues(values: Values): void {
    this.#change({ values, problem: null });
  }

  /** Sets the steps after a tool, which is chosen by that if it was the only one to choose. */
  setSteps(toolId: string, further: readonly Step[]): void {
    this.#change({ toolId, further, problem: null });
  }

  /** Starts the conversion of a file that is in no form. */
  convertAlone(tool: Tool, fields: Values, file: File): void {
    this.convert([{ tool, files: [{ id: this.#newId(), file, name: file.name }], fields, further: [] }]);
  }

  /** Starts the conversion of selected files: each group by its tool and the further steps. The others stay selected. */
  convert(groups: readonly Pick<Task, 'tool' | 'files' | 'fields' | 'further'>[]): void {
    const begun = groups.map((group): Task => ({
      ...group,
      id: this.#newId(),
      state: { is: 'waiting' },
    }));
    this.#forgetRemoved(null);
    this.#refusals = 0;
    const sent = new Set(groups.flatMap(({ files }) => files));
    const { toolId, values, files, tasks } = this.#state;
    const left = files.filter((file) => !sent.has(file));
    // Selections within the files are removed with them.
    this.#change({
      files: left,
      values: left.length === files.length ? values : forOtherFiles(toolId, values, 0),
      problem: null,
      tasks: [...begun, ...tasks],
    });
    this.#pump();
  }

  cancel(id: string): void {
    const task = this.#task(id);
    if (task?.state.is === 'sending') task.state.call.cancel();
    else if (task?.state.is === 'waiting') this.#set(id, { is: 'cancelled' });
  }

  retry(id: string): void {
    this.#refusals = 0;
    this.#set(id, { is: 'waiting' });
    this.#pump();
  }

  /** Converts again, with further fields of one step. */
  retryWith(id: string, step: number, fields: Values): void {
    this.#change({
      tasks: this.#state.tasks.map((task) => (task.id === id ? withFields(task, step, fields) : task)),
    });
    this.retry(id);
  }

  /** Puts the files of a task back to the form, with its tool and options, to be converted again with others. */
  reopen(id: string): void {
    const task = this.#task(id);
    if (task === undefined) return;
    const files = [...this.#state.files.filter((file) => !task.files.includes(file)), ...task.files];
    this.#change({
      files,
      toolId: task.tool.id,
      isChosen: true,
      values: task.fields,
      further: task.further,
      problem: null,
    });
  }

  remove(id: string): void {
    this.#removeTasks((task) => task.id === id);
  }

  /** Removes all finished tasks from the list. */
  clear(): void {
    this.#removeTasks(({ state }) => state.is !== 'waiting' && state.is !== 'sending');
  }

  #removeTasks(isGone: (task: Task) => boolean): void {
    const { tasks } = this.#state;
    this.#forgetRemoved({ files: [], tasks: removed(tasks, isGone) });
    this.#change({ tasks: tasks.filter((task) => !isGone(task)) });
  }

  /** Ends the time in which the last removal can be undone. */
  forgetRemoved(): void {
    this.#forgetRemoved(null);
  }

  /** From now on the removal of before cannot be undone, but this one can. */
  #forgetRemoved(next: Removal | null): void {
    clearTimeout(this.#forgetting);
    for (const { item } of this.#state.removal?.tasks ?? [])
      if (item.state.is === 'done') this.#backend.forget(item.state.result.id);
    this.#change({ removal: next });
    if (next !== null && next.tasks.length > 0) this.#forgetting = setTimeout(() => this.#forgetRemoved(null), undoMs);
  }

  /** Starts waiting tasks, up to the limit, in the order of the list. */
  #pump(): void {
    const { tasks, pausedUntil } = this.#state;
    clearTimeout(this.#timer);
    const pauseMs = pausedUntil - Date.now();
    if (pauseMs > 0) {
      this.#timer = setTimeout(() => this.#pump(), pauseMs);
      return;
    }
    const running = tasks.filter(({ state }) => state.is === 'sending').length;
    const waiting = tasks.filter(({ state }) => state.is === 'waiting');
    for (const task of waiting.slice(0, Math.max(0, this.#atOnce - running))) this.#start(task);
  }

  #start(task: Task): void {
    const { id, tool } = task;
    const call = this.#backend.send(tool.id, formOf(task), (part) => this.#set(id, { is: 'sending', part, call }));
    this.#set(id, { is: 'sending', part: 0, call });
    void call.answer
      .then(
        (result) => {
          this.#set(id, { is: 'done', result });
          this.#sendMore();
        },
        (error: ApiError) => this.#failed(id, error),
      )
      .finally(() => {
        this.#pump();
        this.#onSettled();
      });
  }

  #sendMore(): void {
    this.#refusals = 0;
    this.#atOnce = Math.min(maxRunning, this.#atOnce + 1);
  }

  #failed(id: string, error: ApiError): void {
    const { code, retryAfter, status } = error;
    if (code === 'cancelled') return this.#set(id, { is: 'cancelled' });
    if (this.#askAgain(id, error)) return;
    const isRefused = (status === 429 || status === 503) && retryAfter !== undefined;
    if (!isRefused) {
      this.#set(id, { is: 'failed', error });
      return this.#sendMore();
    }
    // A rate limit ends at a known time, a busy server may not.
    if (status === 503) this.#refusals += 1;
    if (retryAfter > maxWaitSeconds || this.#refusals > maxRefusals) return this.#giveUp(id, error);
    // All others would be refused as well: the next file alone finds out whether that has ended.
    this.#atOnce = 1;
    this.#set(id, { is: 'waiting' });
    this.#change({ pausedUntil: Math.max(this.#state.pausedUntil, Date.now() + retryAfter * 1000) });
  }

  /** Nothing else is sent for that time. */
  #giveUp(id: string, error: ApiError): void {
    const failed: TaskState = { is: 'failed', error };
    this.#change({
      tasks: this.#state.tasks.map((task) =>
        task.id === id || task.state.is === 'waiting' ? { ...task, state: failed } : task,
      ),
    });
  }

  /** Puts the files back to the form when a field of it is wrong, so that it can be filled in again. */
  #askAgain(id: string, error: ApiError): boolean {
    const task = this.#task(id);
    const { field, step = 0, message } = describeError(error);
    const { files, toolId, further, tasks, values } = this.#state;
    if (task === undefined || field === undefined) return false;
    const isSame = toolId === task.tool.id && isSameChain(further, task.further);
    if (files.length > 0 && !isSame) return false;
    if (stepsOf(task)[step]?.tool.fields.some(({ name }) => name === field) !== true) return false;
    this.#change({
      files: [...files, ...task.files],
      toolId: task.tool.id,
      isChosen: true,
      values: { ...task.fields, ...values },
      further: isSame ? further : task.further,
      problem: { step, field, message },
      tasks: tasks.filter((other) => other !== task),
    });
    return true;
  }

  #task(id: string): Task | undefined {
    return this.#state.tasks.find((task) => task.id === id);
  }

  #set(id: string, state: TaskState): void {
    this.#change({ tasks: this.#state.tasks.map((task) => (task.id === id ? { ...task, state } : task)) });
  }

  #newId(): string {
    this.#numbers += 1;
    return `file-${this.#numbers}`;
  }

  #change(changed: Partial<BatchState>): void {
    this.#state = { ...this.#state, ...changed };
    for (const listener of this.#listeners) listener();
  }
}

/** The items that are taken out, with their places. */
const removed = <Item>(items: readonly Item[], isGone: (item: Item) => boolean): Removed<Item>[] =>
  items.flatMap((item, place) => (isGone(item) ? [{ item, place }] : []));

/** A list with removed items at their places again. */
function withPutBack<Item>(items: readonly Item[], gone: readonly Removed<Item>[]): Item[] {
  const all = [...items];
  for (const { item, place } of gone) all.splice(place, 0, item);
  return all;
}

/** The current state, as a hook. */
export const useBatch = (batch: Batch): BatchState => useSyncExternalStore(batch.subscribe, batch.snapshot);
