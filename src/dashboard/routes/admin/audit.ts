// For administrators: the audit logs of all accounts, searched together.
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { auditEventTypes } from '#messages/audit-events.ts';
import { searchEvents } from '#service/accounts/audit.ts';
import type { Sessions, Status } from '#service/roles.ts';
import { eventFields } from '../../audit.ts';
import { administrator } from '../../guard.ts';
import { parseInput } from '../../input.ts';

const pageSize = 50;
const auditQuery = z.strictObject({
  search: z.string().max(254).default(''),
  event: z.enum(auditEventTypes).optional(),
  before: z.string().max(64).optional(),
});

export function auditRoutes(app: FastifyInstance, service: Sessions & Pick<Status, 'db'>): void {
  app.get('/dashboard/api/admin/audit', async (request, reply) => {
    await administrator(service, request, reply);
    const { search: text, event, before } = parseInput(auditQuery, request.query);
    const rows = await searchEvents(service.db, { text, event, before, limit: pageSize + 1 });
    return { events: rows.slice(0, pageSize).map(foundEventFields), has_more: rows.length > pageSize };
  });
}

/** An event with the address of its account. */
export const foundEventFields = (row: Awaited<ReturnType<typeof searchEvents>>[number]) => ({
  ...eventFields(row),
  account: row.account,
});
