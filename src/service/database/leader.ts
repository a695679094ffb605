// Work that only one node may do at a time.

export interface Leader {
  /** Does the work, unless another node is doing such work now; returns whether it was done here. */
  lead(work: () => Promise<void>): Promise<boolean>;
}

/** A database that one service alone has open. */
export const alwaysLeader: Leader = {
  async lead(work) {
    await work();
    return true;
  },
};
