export {
  Platen,
  type BatchOptions,
  type FieldsOf,
  type Files,
  type ListedJob,
  type Step,
  type Tool,
} from './platen.ts';
export type { CallOptions, Options } from './connection.ts';
export { ConnectionError, DocumentError, PlatenError, RequestError, ServiceError } from './errors.ts';
export type { JobEvent } from './events.ts';
export type { Input } from './input.ts';
export { Job } from './job.ts';
export { Result, type JobBody, type Quota } from './result.ts';
export type { ToolFields, ToolId } from './tools.ts';
export type { UploadOptions } from './upload.ts';
export { verifyWebhook, type WebhookEvent } from './webhook.ts';
