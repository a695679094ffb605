// What is chosen on a page, as a part of its URL.
import { useSearchParams } from 'wouter';

export function useParams() {
  const [params, setParams] = useSearchParams();
  return {
    /** Empty where nothing is chosen. */
    param: (name: string) => params.get(name) ?? '',
    setParam: (name: string, value: string) =>
      setParams(
        (old) => {
          if (value === '') old.delete(name);
          else old.set(name, value);
          return old;
        },
        { replace: true },
      ),
    /** Keeps these alone. */
    clear: (...kept: string[]) =>
      setParams((old) => new URLSearchParams([...old].filter(([name]) => kept.includes(name))), { replace: true }),
  };
}
