// The current time, for "3 minutes ago".
import { useEffect, useState } from 'react';

const stepMs = 15_000;

/** Milliseconds since 1970, updated every 15 seconds. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
