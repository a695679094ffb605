// The bytes of a result, sent by the service itself: a page may not ask the bucket.
const mostWaits = 20;

/** Waits where there are too many requests. @throws when it cannot be fetched */
export async function fetchResult(url: string, name: string): Promise<Response> {
  for (let waits = 0; waits < mostWaits; waits++) {
    const response = await fetch(`${url}?via=service`);
    if (response.ok) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 0);
    if (seconds === 0) break;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
  throw new Error(`${name} cannot be fetched`);
}
