import { z } from 'zod'
import { LabelInput } from './administered-members.ts'
import { operation } from './operation.ts'
import { Id, IdInput, Timestamp } from './primitives.ts'

export const Freeze = z
  .strictObject({
    tenantId: Id.nullable().describe('the frozen tenant; null if everything is frozen'),
    reason: z.string().describe('why, as it is shown to everyone whose change is refused'),
    frozenAt: Timestamp,
    frozenBy: z.string().describe('who froze it, as the audit log has it'),
  })
  .meta({ id: 'Freeze' })
export type Freeze = z.infer<typeof Freeze>

const Target = z.strictObject({
  tenantId: IdInput.nullable().describe('a tenant; null for everything, which only platform administrators can name'),
  reason: LabelInput(200).describe('why, for the audit log and for those whose changes are refused'),
})

const exampleFreeze: Freeze = {
  tenantId: '7' as Id,
  reason: 'stolen laptop, case 4711',
  frozenAt: '2026-03-04T05:06:07.008Z',
  frozenBy: 'night-shift',
}

/** The rows of the operations that refuse all changes in an emergency, and end that. */
export const freezeOperations = {
  list: operation({
    kind: 'query',
    permission: 'tenants:read',
    input: z.strictObject({}),
    output: z.array(Freeze),
    rest: {
      method: 'GET',
      path: '/platform/admin/freezes',
      summary: 'List what is frozen',
      description: 'The freezes that refuse changes now, as far as they concern the operator token.',
      answer: 'an array of freezes, that of everything first, then by tenant',
      failures: [],
      example: [exampleFreeze],
    },
  }),
  freeze: operation({
    kind: 'mutation',
    permission: 'freezes:write',
    input: Target.meta({ id: 'FreezeTarget' }),
    output: Freeze,
    rest: {
      method: 'POST',
      path: '/platform/admin/freeze',
      summary: 'Freeze a tenant, or everything',
      description:
        'Refuses every change of a tenant, or of everything, until it is thawed: rotations, validations and checks, changes of ' +
        'objects, new and changed operator tokens, imports. A rotation in progress fails and changes nothing. Reads and the ' +
        'revocation of tokens go on. What is frozen already is answered as it is.',
      answer: 'the freeze',
      failures: ['NotFound'],
      bodyExample: { tenantId: '7', reason: exampleFreeze.reason },
      example: exampleFreeze,
    },
  }),
  thaw: operation({
    kind: 'mutation',
    permission: 'freezes:write',
    platformOnly: true,
    input: Target.meta({ id: 'ThawTarget' }),
    output: Freeze,
    rest: {
      method: 'POST',
      path: '/platform/admin/thaw',
      summary: 'Thaw a tenant, or everything',
      description:
        'Ends a freeze, with a reason for the audit log. A tenant that was frozen itself stays frozen when everything is thawed.',
      answer: 'the freeze that ended',
      failures: ['NotFound'],
      bodyExample: { tenantId: '7', reason: 'tokens replaced, case 4711 closed' },
      example: exampleFreeze,
    },
  }),
}
