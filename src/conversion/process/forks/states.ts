// The life cycle of a forked child, as a table; events that a state does not list are ignored.

export type ChildState =
  /** Prepares itself before there is a document. */
  | 'prewarming'
  /** Ready for a document. */
  | 'waiting'
  /** Has a document, or prepares for one that has arrived. */
  | 'busy'
  /** Asked to end. */
  | 'ending'
  | 'gone';

export type ChildEvent = 'prepared' | 'warming' | 'taken' | 'killed' | 'ended';

const transitions: Record<ChildState, Partial<Record<ChildEvent, ChildState>>> = {
  prewarming: { prepared: 'waiting', killed: 'ending', ended: 'gone' },
  waiting: { warming: 'prewarming', taken: 'busy', killed: 'ending', ended: 'gone' },
  busy: { prepared: 'busy', killed: 'ending', ended: 'gone' },
  ending: { ended: 'gone' },
  gone: {},
};

export const nextState = (state: ChildState, event: ChildEvent): ChildState => transitions[state][event] ?? state;
