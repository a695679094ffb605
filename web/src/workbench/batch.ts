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
  attempts: number;
  state: TaskState;
}

/** The state for the pages; a new object after each change. */
export interface BatchState {
  files: readonly Chosen[];
  /** The tool that was chosen, and its form. */
  toolId: string;
  values: Values;
  /** The steps after it. */
  further: readonly Step[];
  /** The server's error about a field of these forms; the step of the selected tool is 0. */
  problem: { step: number; field: string; message: string } | null;
  tasks: readonly Task[];
  /** Nothing is sent before this time: the server was busy, or the rate limit was reached. */
  pausedUntil: number;
}

/** Files that are sent at a time. */
const maxRunning = 3;
const maxAttempts = 20;
/** Longer waits are reported as errors. */
const maxWaitSeconds = 120;

const nothing: BatchState = {
  files: [],
  toolId: '',
  values: {},
  further: [],
  problem: null,
  tasks: [],
  pausedUntil: 0,
};

export class Batch {
  #state = nothing;
  #listeners = new Set<() => void>();
  #backend: Backend;
  #numbers = 0;
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
    this.setFiles([...this.#state.files, ...added]);
  }

  setFiles(files: readonly Chosen[]): void {
    const { toolId, values } = this.#state;
    this.#change({ files, values: forOtherFiles(toolId, values, files.length) });
  }

  choose(toolId: string): void {
    if (toolId !== this.#state.toolId) this.#change({ toolId, values: {}, further: [], problem: null });
  }

  setValues(values: Values): void {
    this.#change({ values, problem: null });
  }

  /** Sets the steps after a tool, which is chosen by that if it was the only one to choose. */
  setSteps(toolId: string, further: readonly Step[]): void {
    this.#change({ toolId, further, problem: null });
  }

  /** Starts the conversion of selected files: each group by its tool and the further steps. The others stay selected. */
  convert(groups: readonly Pick<Task, 'tool' | 'files' | 'fields' | 'further'>[]): void {
    const begun = groups.map((group): Task => ({
      ...group,
      id: this.#newId(),
      attempts: 0,
      state: { is: 'waiting' },
    }));
    const sent = new Set(groups.flatMap(({ files }) => files));
    const { toolId, values, files, tasks } = this.#state;
    const left = files.filter((file) => !sent.has(file));
    // Selections within the files are removed with them.
    this.#change({
      files: left,
      values: forOtherFiles(toolId, values, 0),
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
    this.#set(id, { is: 'waiting' }, 0);
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
    this.#change({ files, toolId: task.tool.id, values: task.fields, further: task.further, problem: null });
  }

  remove(id: string): void {
    const task = this.#task(id);
    if (task?.state.is === 'done') this.#backend.forget(task.state.result.id);
    this.#change({ tasks: this.#state.tasks.filter((other) => other.id !== id) });
  }

  /** Removes all finished tasks from the list. */
  clear(): void {
    for (const { id, state } of this.#state.tasks)
      if (state.is !== 'waiting' && state.is !== 'sending') this.remove(id);
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
    for (const task of waiting.slice(0, Math.max(0, maxRunning - running))) this.#start(task);
  }

  #start(task: Task): void {
    const { id, tool } = task;
    const call = this.#backend.send(tool.id, formOf(task), (part) => this.#set(id, { is: 'sending', part, call }));
    const attempts = (this.#task(id)?.attempts ?? 0) + 1;
    this.#set(id, { is: 'sending', part: 0, call }, attempts);
    void call.answer
      .then(
        (result) => this.#set(id, { is: 'done', result }),
        (error: ApiError) => this.#failed(id, attempts, error),
      )
      .finally(() => {
        this.#pump();
        this.#onSettled();
      });
  }

  #failed(id: string, attempts: number, error: ApiError): void {
    const { code, retryAfter } = error;
    if (code === 'cancelled') return this.#set(id, { is: 'cancelled' });
    if (this.#askAgain(id, error)) return;
    const isTooOften = error.status === 429;
    const canWait = isTooOften || (error.status === 503 && attempts < maxAttempts);
    if (!canWait || retryAfter === undefined) return this.#set(id, { is: 'failed', error });
    if (retryAfter > maxWaitSeconds) return this.#giveUp(id, error);
    // A rate-limited request is not an attempt, and all others would be refused as well.
    this.#set(id, { is: 'waiting' }, isTooOften ? attempts - 1 : attempts);
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

  #set(id: string, state: TaskState, attempts?: number): void {
    this.#change({
      tasks: this.#state.tasks.map((task) =>
        task.id === id ? { ...task, state, attempts: attempts ?? task.attempts } : task,
      ),
    });
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

/** The current state, as a hook. */
export const useBatch = (batch: Batch): BatchState => useSyncExternalStore(batch.subscribe, batch.snapshot);
