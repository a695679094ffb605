// Work that only one node may do at a time.

export interface Leader {
  /** Does the work, unless another node is doing such work now; returns whether this node did it. */
  lead(work: () => Promise<void>): Promise<boolean>;
}

/** The leader of a database that only one service has open. */
export const alwaysLeader: Leader = {
  async lead(work) {
    await work();
    return true;
  },
};
