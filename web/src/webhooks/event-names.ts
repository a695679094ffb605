// Events in words.
import { eventTypes } from '../../../src/core/event-types.ts';
import type { Delivery, Webhook } from '../api/types.ts';
import { allOf } from '../format.ts';
import { texts } from '../i18n.ts';

export const eventName = (type: Delivery['type']): string =>
  texts.t(`webhooks.${type.replace('.', '_') as 'job_succeeded'}`);

export const eventsInWords = ({ events }: Webhook): string =>
  events.length === eventTypes.length ? texts.t('webhooks.all_events') : allOf(events.map(eventName));
