import { Checkbox, Input, Radio, SimpleGrid, Stack } from '@mantine/core'
import type { Permission } from '../../../../../shared/permissions.ts'
import type { Role } from '../../../../../shared/roles.ts'
import { useTranslation } from '../../../parts/use-translation.ts'
import type { OfferedPermission, OfferedRole } from './token-rows.ts'

/** Stands for no role in the radio group, whose values are texts. */
const noRole = 'none'

type RoleFieldProps = {
  readonly roles: readonly OfferedRole[]
  readonly role: Role | null
  readonly error: string | undefined
  readonly onRole: (role: Role | null) => void
}

/** The roles of the scope, each with its purpose, or why it cannot be granted; and none, for single permissions alone. */
export function RoleField({ roles, role, error, onRole }: RoleFieldProps) {
  const { t } = useTranslation('administration')
  return (
    <Radio.Group
      label={t('tokens.role')}
      value={role ?? noRole}
      error={error}
      onChange={(value) => onRole(value === noRole ? null : (value as Role))}
    >
      <Stack gap="xs" my="xs">
        {roles.map(({ role: each, lacking }) => (
          <Radio
            key={each}
            value={each}
            disabled={lacking.length > 0}
            label={t(`tokens.roles.${each}`)}
            description={
              lacking.length > 0 ? t('tokens.lacks', { missing: lacking.join(', ') }) : t(`tokens.purpose.${each}`)
            }
          />
        ))}
        <Radio value={noRole} label={t('tokens.noRole')} description={t('tokens.noRoleHint')} />
      </Stack>
    </Radio.Group>
  )
}

type PermissionsFieldProps = {
  readonly offered: readonly OfferedPermission[]
  readonly chosen: readonly Permission[]
  readonly error: string | undefined
  readonly onChosen: (chosen: readonly Permission[]) => void
}

/** Every permission: those of the role are checked, and what cannot be granted says why. */
export function PermissionsField({ offered, chosen, error, onChosen }: PermissionsFieldProps) {
  const { t } = useTranslation('administration')
  const inRole = offered.filter(({ offer }) => offer === 'in-role').map(({ permission }) => permission)
  const free = (values: readonly string[]) =>
    offered
      .filter(({ permission, offer }) => offer === 'free' && values.includes(permission))
      .map(({ permission }) => permission)
  return (
    <Checkbox.Group
      label={t('tokens.grants')}
      description={t('tokens.grantsHint')}
      value={[...inRole, ...chosen]}
      onChange={(values) => onChosen(free(values))}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
        {offered.map(({ permission, offer }) => (
          <Checkbox
            key={permission}
            value={permission}
            label={permission}
            disabled={offer !== 'free'}
            {...(offer !== 'free' && { description: t(`tokens.offers.${offer}`) })}
          />
        ))}
      </SimpleGrid>
      {error && <Input.Error mt="xs">{error}</Input.Error>}
    </Checkbox.Group>
  )
}
