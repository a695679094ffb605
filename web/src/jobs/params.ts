// The state of a page in its URL.
import { useDebouncedValue } from '@mantine/hooks';
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
    clear: () => setParams({}, { replace: true }),
  };
}

/** The error code that is searched for, once nobody types any more; empty while it is not one. */
export function useCode(): string {
  const { param } = useParams();
  const [code] = useDebouncedValue(param('code').trim(), 250);
  return /^[a-z_]*$/.test(code) ? code : '';
}
