// The URL of an S3 bucket, as in PLATEN_FILES.

/** A bucket, and how to reach it. Credentials come from the environment, like for every S3 client. */
export interface Bucket {
  name: string;
  /** The prefix of all keys, which ends with a slash or is empty. */
  prefix: string;
  region: string;
  /** The URL of a server other than Amazon's. */
  endpoint?: string;
  /** The URL at which clients reach that server, if it is not the endpoint. */
  publicEndpoint?: string;
  encryption?: 'AES256' | 'aws:kms';
}

const allowed = ['endpoint', 'public_endpoint', 'region', 'encryption'];
const address = /^https?:\/\/[^\s/]+\/?$/;

/** Parses `s3://bucket/prefix?endpoint=…&public_endpoint=…&region=…&encryption=…`; undefined if the text is not such a URL. */
export function parseBucket(text: string): Bucket | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, host, pathname, searchParams } = new URL(text);
  if (protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(host)) return undefined;
  if ([...searchParams.keys()].some((key) => !allowed.includes(key))) return undefined;
  const [endpoint, publicEndpoint] = [searchParams.get('endpoint'), searchParams.get('public_endpoint')];
  const encryption = searchParams.get('encryption');
  if ([endpoint, publicEndpoint].some((given) => given !== null && !address.test(given))) return undefined;
  if (publicEndpoint !== null && endpoint === null) return undefined;
  if (encryption !== null && encryption !== 'AES256' && encryption !== 'aws:kms') return undefined;
  const prefix = pathname.replace(/^\/|\/$/g, '');
  return {
    name: host,
    prefix: prefix === '' ? '' : `${prefix}/`,
    region: searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint: endpoint.replace(/\/$/, '') }),
    ...(publicEndpoint === null ? {} : { publicEndpoint: publicEndpoint.replace(/\/$/, '') }),
    ...(encryption === null ? {} : { encryption }),
  };
}
