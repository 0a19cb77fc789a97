import { grantRefusal } from '@parley/contract/roles/permissions'
import { useTranslation } from 'react-i18next'
import { permissionKey } from '../../format/permission-key.ts'
import { CheckboxListField } from '../../forms/fields/checkbox-list-field.tsx'
import { LongTextField, TextField, useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { toGrantor } from '../../session/permissions.ts'
import { useMe } from '../../session/use-me.ts'
import { PageSection } from '../../ui/layout/page.tsx'
import { type PermissionGroup, permissionGroups } from './permission-groups.ts'
import { PreviewSection } from './preview-section.tsx'
import type { RoleFields } from './role-fields.ts'

/** The form sections of a role, with a preview. */
export function RoleSections({
  form,
  isNew = false,
  isNameFixed = false,
}: {
  form: EntityForm<RoleFields>
  isNew?: boolean
  isNameFixed?: boolean
}) {
  const { t } = useTranslation()
  return (
    <>
      <PageSection title={t('roles.identity')} help={t('roles.identity.help')}>
        <div className="space-y-4">
          <TextField
            form={form}
            name="name"
            label={t('roles.name')}
            help={isNameFixed ? t('roles.agent.text') : undefined}
            disabled={isNameFixed}
            autoFocus={isNew}
          />
          <LongTextField
            form={form}
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
          <PermissionGroupField form={form} group={group} isFirst={index === 0} />
        </PageSection>
      ))}
      <PreviewSection permissions={useFieldValue(form, 'permissions')} />
    </>
  )
}

function PermissionGroupField({
  form,
  group,
  isFirst,
}: {
  form: EntityForm<RoleFields>
  group: PermissionGroup
  isFirst: boolean
}) {
  const { t } = useTranslation()
  const grantor = toGrantor(useMe())
  return (
    <CheckboxListField
      form={form}
      name="permissions"
      label={t(`roles.group.${group.key}`)}
      hideLabel
      hideError={!isFirst}
      options={group.permissions.map((permission) => ({
        value: permission,
        label: t(permissionKey(permission)),
        help: t(`${permissionKey(permission)}.help`),
        disabledReason: grantRefusal(grantor, [permission]),
      }))}
    />
  )
}
