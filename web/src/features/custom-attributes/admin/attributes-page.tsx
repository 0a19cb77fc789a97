import { deleteCustomAttribute } from '@parley/contract/custom-attributes/custom-attribute-writes'
import {
  type CustomAttribute,
  listCustomAttributes,
} from '@parley/contract/custom-attributes/custom-attributes'
import { previewCustomAttributeDeletion } from '@parley/contract/shared/deletion-previews'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Pencil, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import { EntityList } from '../../../admin/list/entity-list.tsx'
import { SubNav } from '../../../admin/sub-nav.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { AttributeDialog } from './attribute-dialog.tsx'

const ATTRIBUTES_PATH = '/admin/custom-attributes'
type DialogState = { kind: 'new' } | { kind: 'edit' | 'delete'; attribute: CustomAttribute } | null

/** Custom attributes of conversations or contacts. */
export function AttributesPage() {
  const { t } = useTranslation()
  const owner = useSearch({ from: '/main/admin-area/admin/custom-attributes' }).applies_to ?? 'conversation'
  const query = useQuery({
    ...entitiesQuery('custom-attributes', listCustomAttributes),
    select: (all) => all.filter(({ applies_to }) => applies_to === owner),
  })
  const [dialog, setDialog] = useState<DialogState>(null)
  const close = () => setDialog(null)
  return (
    <EntityList
      title={t('admin.custom_attributes')}
      lead={t(`custom_attributes.lead.${owner}`)}
      icon={TextCursorInput}
      query={query}
      createAction={{ label: t('custom_attributes.new'), onClick: () => setDialog({ kind: 'new' }) }}
      empty={{
        title: t(`custom_attributes.empty.${owner}`),
        text: t('custom_attributes.empty.text'),
      }}
      header={
        <SubNav
          label={t('custom_attributes.applies_to')}
          items={[
            { to: ATTRIBUTES_PATH, search: {}, label: t('custom_attributes.of.conversation') },
            {
              to: ATTRIBUTES_PATH,
              search: { applies_to: 'contact' },
              label: t('custom_attributes.of.contact'),
            },
          ]}
        />
      }
      toRow={(attribute) => ({
        id: attribute.id,
        name: attribute.name,
        details: [
          attribute.data_type === 'list'
            ? t('custom_attributes.facts.list', { count: attribute.values.length })
            : t(`custom_attributes.type.${attribute.data_type}`),
          attribute.key,
          attribute.description,
        ].join(' · '),
        open: { onClick: () => setDialog({ kind: 'edit', attribute }) },
        actions: [
          {
            label: t('custom_attributes.edit'),
            icon: Pencil,
            onClick: () => setDialog({ kind: 'edit', attribute }),
          },
          {
            label: t('custom_attributes.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setDialog({ kind: 'delete', attribute }),
          },
        ],
      })}
    >
      {dialog?.kind === 'new' && <AttributeDialog owner={owner} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <AttributeDialog owner={owner} attribute={dialog.attribute} onClose={close} />
      )}
      {dialog?.kind === 'delete' && (
        <DeleteDialog
          title={t('custom_attributes.delete.title', { name: dialog.attribute.name })}
          confirmLabel={t('custom_attributes.delete')}
          successMessage={t('custom_attributes.deleted')}
          invalidateKey={queryKeys.custom_attributes}
          effectsLead={t('custom_attributes.delete.lead', { key: dialog.attribute.key })}
          preview={() =>
            call(previewCustomAttributeDeletion, { params: { id: String(dialog.attribute.id) } })
          }
          onConfirm={() => call(deleteCustomAttribute, { params: { id: String(dialog.attribute.id) } })}
          onClose={close}
        >
          {t('custom_attributes.delete.unused')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
