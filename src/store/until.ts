/** What can be waited for: a store that tells of its changes. */
export interface Changing {
  subscribe(listener: () => void): () => void;
}

/** Waits until a change of a store brings what is wanted, but no longer than `timeout` ms. */
export function untilChange(
  store: Changing,
  timeout: number,
  isWanted: () => boolean = () => true,
): Promise<void> {
  return new Promise((settle) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      settle();
    };
    const timer = setTimeout(finish, timeout);
    const unsubscribe = store.subscribe(() => {
      if (isWanted()) finish();
    });
  });
}
