import { grantRefusal } from '@parley/contract/permissions'
import { useTranslation } from 'react-i18next'
import { BoxesField } from '../../admin/boxes-field.tsx'
import { LongTextField, TextField, useValue } from '../../admin/fields.tsx'
import type { EntityForm } from '../../admin/use-entity-form.ts'
import { giverOf } from '../../session/may.ts'
import { useMe } from '../../session/use-me.ts'
import { PageSection } from '../../ui/page.tsx'
import { type PermissionGroup, permissionGroups, permissionKey } from './permission-groups.ts'
import { PreviewSection } from './preview-section.tsx'
import type { RoleFields } from './role-fields.ts'

/** The fields of a role, new or not, and what they come to. */
export function RoleSections({
  of,
  isNew = false,
  nameIsFixed = false,
}: {
  of: EntityForm<RoleFields>
  isNew?: boolean
  nameIsFixed?: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('roles.identity')} help={t('roles.identity.help')}>
        <div className="space-y-4">
          <TextField
            of={of}
            name="name"
            label={t('roles.name')}
            help={nameIsFixed ? t('roles.agent.text') : undefined}
            disabled={nameIsFixed}
            autoFocus={isNew}
          />
          <LongTextField
            of={of}
            name="description"
            label={t('roles.description')}
            help={t('roles.description.help')}
          />
        </div>
      </PageSection>
      {permissionGroups.map((group, index) => (
        <PageSection
          key={group.key}
          title={t(`roles.group.${group.key}`)}
          help={t(`roles.group.${group.key}.help`)}
        >
          <GroupBoxes of={of} group={group} isFirst={index === 0} />
        </PageSection>
      ))}
      <PreviewSection permissions={useValue(of, 'permissions')} />
    </>
  )
}

function GroupBoxes({
  of,
  group,
  isFirst,
}: {
  of: EntityForm<RoleFields>
  group: PermissionGroup
  isFirst: boolean
}) {
  const { t } = useTranslation()
  const giver = giverOf(useMe())
  return (
    <BoxesField
      of={of}
      name="permissions"
      label={t(`roles.group.${group.key}`)}
      labelIsHidden
      errorIsElsewhere={!isFirst}
      boxes={group.permissions.map((permission) => ({
        value: permission,
        label: t(permissionKey(permission)),
        help: t(`${permissionKey(permission)}.help`),
        refusal: grantRefusal(giver, [permission]),
      }))}
    />
  )
}
