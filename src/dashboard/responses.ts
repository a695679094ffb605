// The JSON of the dashboard's routes as types, for its pages in web/: the routes return them, so neither can drift.
import type { deliveryBody } from '#service/webhooks/deliveries.ts';
import type { eventFields } from './audit.ts';
import type { accountFields, usageFields } from './routes/account.ts';
import type { adminAccountFields } from './routes/admin/accounts.ts';
import type { foundEventFields } from './routes/admin/audit.ts';
import type { dayFields, engineFields, healthFields, outcomeFields } from './routes/admin/operation.ts';
import type { installationFields } from './routes/admin/installation.ts';
import type { queueFields } from './routes/admin/queue.ts';
import type { frontFields, trialFields } from './routes/front.ts';
import type { detailFields, errorFieldsByDay, jobFields, refusalFields } from './routes/jobs.ts';
import type { liveJobFields } from './routes/job-events.ts';
import type { keyFields } from './routes/keys.ts';
import type { requestFields } from './routes/requests.ts';
import type { shareFields } from './routes/shares.ts';
import type { signInOptions } from './routes/sign-in.ts';
import type { toolFields } from './routes/tools.ts';
import type { webhookFields } from './routes/webhooks.ts';

export type { ToolGroup, ToolIcon, ToolPage } from './tool-titles.ts';
export type { Plan } from '#service/accounts/plans.ts';
export type { Quota } from '#service/accounts/quota.ts';
export type { JobState } from '#core/job-states.ts';
export type { EventType } from '#core/event-types.ts';
export type { Compression } from '#conversion/tools/tool.ts';
export type { ConversionResponse as Conversion } from '#transport/answer.ts';

export type Front = Awaited<ReturnType<typeof frontFields>>;
export type Trial = ReturnType<typeof trialFields>;
export type Me = Awaited<ReturnType<typeof accountFields>>;
export type Usage = Awaited<ReturnType<typeof usageFields>>;
export type SignInOptions = ReturnType<typeof signInOptions>;
export type Job = ReturnType<typeof jobFields>;
export type LiveJob = Awaited<ReturnType<typeof liveJobFields>>;
export type JobDetails = Awaited<ReturnType<typeof detailFields>>;
export type ErrorsByDay = Awaited<ReturnType<typeof errorFieldsByDay>>;
export type RefusedCalls = ReturnType<typeof refusalFields>;
export type Key = ReturnType<typeof keyFields>;
export type Share = ReturnType<typeof shareFields>;
export type Webhook = ReturnType<typeof webhookFields>;
export type Delivery = ReturnType<typeof deliveryBody>;
export type Tool = ReturnType<typeof toolFields>;
export type ToolField = Tool['fields'][number];
export type AuditEvent = ReturnType<typeof eventFields>;
export type AdminAccount = ReturnType<typeof adminAccountFields>;
export type Health = Awaited<ReturnType<typeof healthFields>>;
export type Installation = Awaited<ReturnType<typeof installationFields>>;
export type WorkQueue = Awaited<ReturnType<typeof queueFields>>;
export type EngineList = Awaited<ReturnType<typeof engineFields>>;
export type LastDay = Awaited<ReturnType<typeof dayFields>>;
export type Outcomes = Awaited<ReturnType<typeof outcomeFields>>;
export type FoundEvent = ReturnType<typeof foundEventFields>;

export interface JobPage {
  jobs: Job[];
  has_more: boolean;
}
export type ApiRequest = ReturnType<typeof requestFields>;
