import { z } from 'zod'
import type { FailureCode } from './failure.ts'
import { operation } from './operation.ts'
import { largestPage, pageInput, pageOf } from './paging.ts'
import type { Permission } from './permissions.ts'
import { LimitInput } from './primitives.ts'

type Schema = z.core.$ZodType

/** What every row about one kind of object says. */
type Subject<Item extends Schema> = {
  /** As sentences name one, without and with its article. */
  readonly noun: string
  readonly one: string
  readonly path: string
  readonly reads: Permission
  readonly writes: Permission
  /** What only tokens without a tenant may do. */
  readonly platformOnly: 'writes' | 'all' | 'nothing'
  readonly item: Item
  readonly example: z.output<Item>
}

/** What names one, without and with the version that a change is based on. */
type Named<Input> = { readonly named: Input }
type Versioned<Input> = { readonly versioned: Input }

type Creatable<Input> = {
  readonly collection: string
  readonly create: Input
  readonly createExample: Readonly<Record<string, unknown>>
  /** What may stand against creating one, in addition to what may for each kind. */
  readonly createFailures: readonly FailureCode[]
}

type Changeable<Input> = {
  readonly update: Input
  readonly updateExample: Readonly<Record<string, unknown>>
  readonly updateFailures: readonly FailureCode[]
}

type AnySubject = Subject<Schema>

const writeOf = ({ writes, platformOnly }: AnySubject) =>
  ({
    kind: 'mutation',
    permission: writes,
    ...(platformOnly !== 'nothing' && { platformOnly: true as const }),
  }) as const

const changeOf = (subject: AnySubject) => ({ ...writeOf(subject), versioned: true }) as const

export const getRow = <Item extends Schema, Input extends Schema>(subject: Subject<Item> & Named<Input>) =>
  operation({
    kind: 'query',
    permission: subject.reads,
    ...(subject.platformOnly === 'all' && { platformOnly: true as const }),
    input: subject.named,
    output: subject.item,
    rest: {
      method: 'GET',
      path: subject.path,
      summary: `Get ${subject.one}`,
      description: `One ${subject.noun}, if it is visible to the operator token. Its ETag is the version that a change must name.`,
      answer: `the ${subject.noun}`,
      failures: ['NotFound'],
      versionTag: true,
      example: subject.example,
    },
  })

const createRow = <Item extends Schema, Input extends Schema>(subject: Subject<Item> & Creatable<Input>) =>
  operation({
    ...writeOf(subject),
    input: subject.create,
    output: subject.item,
    rest: {
      method: 'POST',
      path: subject.collection,
      summary: `Create ${subject.one}`,
      description: `Stores a new ${subject.noun}. Without \`id\` it gets the next one; an ID that was deleted is not used again.`,
      answer: `the ${subject.noun}`,
      failures: ['Frozen', 'AlreadyExists', ...subject.createFailures],
      versionTag: true,
      creates: true,
      bodyExample: subject.createExample,
      example: subject.example,
    },
  })

export const updateRow = <Item extends Schema, Input extends Schema>(subject: Subject<Item> & Changeable<Input>) =>
  operation({
    ...changeOf(subject),
    input: subject.update,
    output: subject.item,
    rest: {
      method: 'PATCH',
      path: subject.path,
      summary: `Update ${subject.one}`,
      description:
        `Changes the given members of a ${subject.noun}; the others stay as they are. A change to what is stored ` +
        'already is none: it gets no new version.',
      answer: `the ${subject.noun}`,
      failures: ['Frozen', ...subject.updateFailures],
      versionTag: true,
      bodyExample: subject.updateExample,
      example: subject.example,
    },
  })

const deleteRow = <Item extends Schema, Input extends Schema>(subject: Subject<Item> & Versioned<Input>) =>
  operation({
    ...changeOf(subject),
    input: subject.versioned,
    output: subject.item,
    rest: {
      method: 'DELETE',
      path: subject.path,
      summary: `Delete ${subject.one}`,
      description: `Deletes a ${subject.noun} that nothing refers to. Its ID is not used again.`,
      answer: `the ${subject.noun} as it was`,
      failures: ['Frozen', 'InUse'],
      example: subject.example,
    },
  })

/** The rows of the operations that administer one kind of object. */
export const administered = <
  Item extends Schema,
  Get extends Schema,
  Create extends Schema,
  Update extends Schema,
  Version extends Schema,
>(
  subject: Subject<Item> & Named<Get> & Creatable<Create> & Changeable<Update> & Versioned<Version>,
) => ({
  get: getRow(subject),
  create: createRow(subject),
  update: updateRow(subject),
  delete: deleteRow(subject),
})

const ListItems = z.strictObject({ limit: LimitInput(largestPage).default(200).describe('maximum number') })
const ListItemsPage = ListItems.extend({ cursor: pageInput.cursor })

/** The rows that list one kind of object, by ID and in pages. */
const listRows = <Item extends Schema>(subject: Subject<Item> & { readonly collection: string }, several: string) => {
  const read = {
    kind: 'query',
    permission: subject.reads,
    ...(subject.platformOnly === 'all' && { platformOnly: true as const }),
  } as const
  return {
    list: operation({
      ...read,
      input: ListItems,
      output: z.array(subject.item),
      rest: {
        method: 'GET',
        path: subject.collection,
        summary: `List ${several}`,
        description: `The ${several} that are visible to the operator token.`,
        answer: `an array of ${several}, by ID`,
        failures: [],
        paged: 'always',
        example: [subject.example],
      },
    }),
    listPage: operation({ ...read, input: ListItemsPage, output: pageOf(subject.item), rest: null }),
  }
}

/** The row that disables, or enables, one of what can be disabled. */
export const switchRow = <Item extends Schema, Input extends Schema>(
  subject: Subject<Item> & Versioned<Input>,
  { verb, description }: { readonly verb: 'disable' | 'enable'; readonly description: string },
) =>
  operation({
    ...changeOf(subject),
    input: subject.versioned,
    output: subject.item,
    rest: {
      method: 'POST',
      path: `${subject.path}/${verb}`,
      summary: `${verb === 'disable' ? 'Disable' : 'Enable'} ${subject.one}`,
      description,
      answer: `the ${subject.noun}`,
      failures: ['Frozen'],
      versionTag: true,
      example: subject.example,
    },
  })

type Sentences = {
  /** As sentences name more than one. */
  readonly several: string
  readonly disable: string
  readonly enable: string
}

/** The rows of one kind of object that belongs to no tenant: listed, administered, disabled and enabled. */
export const platformRows = <
  Item extends Schema,
  Get extends Schema,
  Create extends Schema,
  Update extends Schema,
  Version extends Schema,
>(
  subject: Subject<Item> & Named<Get> & Creatable<Create> & Changeable<Update> & Versioned<Version>,
  { several, disable, enable }: Sentences,
) => ({
  ...listRows(subject, several),
  ...administered(subject),
  disable: switchRow(subject, { verb: 'disable', description: disable }),
  enable: switchRow(subject, { verb: 'enable', description: enable }),
})
