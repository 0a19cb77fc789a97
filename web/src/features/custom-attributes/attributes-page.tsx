import { deleteCustomAttribute } from '@parley/contract/custom-attribute-writes'
import { type CustomAttribute, listCustomAttributes } from '@parley/contract/custom-attributes'
import { previewCustomAttributeDeletion } from '@parley/contract/deletions'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Pencil, TextCursorInput, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { SubNav } from '../../admin/sub-nav.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { AttributeDialog } from './attribute-dialog.tsx'

const PATH = '/admin/custom-attributes'
type Opened = { kind: 'new' } | { kind: 'edit' | 'delete'; attribute: CustomAttribute } | null

/** What the workspace keeps about conversations and contacts beyond what every helpdesk knows. */
export function AttributesPage() {
  const { t } = useTranslation()
  const owner = useSearch({ from: '/main/admin-area/admin/custom-attributes' }).applies_to ?? 'conversation'
  const query = useQuery({
    ...entitiesQuery('custom-attributes', listCustomAttributes),
    select: (all) => all.filter(({ applies_to }) => applies_to === owner),
  })
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  return (
    <EntityList
      title={t('admin.custom_attributes')}
      lead={t(`custom_attributes.lead.${owner}`)}
      icon={TextCursorInput}
      query={query}
      creation={{ label: t('custom_attributes.new'), onClick: () => setOpened({ kind: 'new' }) }}
      empty={{
        title: t(`custom_attributes.empty.${owner}`),
        text: t('custom_attributes.empty.text'),
      }}
      above={
        <SubNav
          label={t('custom_attributes.applies_to')}
          parts={[
            { to: PATH, search: {}, label: t('custom_attributes.of.conversation') },
            { to: PATH, search: { applies_to: 'contact' }, label: t('custom_attributes.of.contact') },
          ]}
        />
      }
      rowOf={(attribute) => ({
        id: attribute.id,
        name: attribute.name,
        facts: [
          attribute.data_type === 'list'
            ? t('custom_attributes.facts.list', { count: attribute.values.length })
            : t(`custom_attributes.type.${attribute.data_type}`),
          attribute.key,
          attribute.description,
        ].join(' · '),
        opens: { onClick: () => setOpened({ kind: 'edit', attribute }) },
        actions: [
          {
            label: t('custom_attributes.edit'),
            icon: Pencil,
            onClick: () => setOpened({ kind: 'edit', attribute }),
          },
          {
            label: t('custom_attributes.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setOpened({ kind: 'delete', attribute }),
          },
        ],
      })}
    >
      {opened?.kind === 'new' && <AttributeDialog owner={owner} onClose={close} />}
      {opened?.kind === 'edit' && (
        <AttributeDialog owner={owner} attribute={opened.attribute} onClose={close} />
      )}
      {opened?.kind === 'delete' && (
        <DeleteDialog
          title={t('custom_attributes.delete.title', { name: opened.attribute.name })}
          confirmLabel={t('custom_attributes.delete')}
          deleted={t('custom_attributes.deleted')}
          kind={keys.custom_attributes}
          lead={t('custom_attributes.delete.lead', { key: opened.attribute.key })}
          preview={() =>
            call(previewCustomAttributeDeletion, { params: { id: String(opened.attribute.id) } })
          }
          remove={() => call(deleteCustomAttribute, { params: { id: String(opened.attribute.id) } })}
          onClose={close}
        >
          {t('custom_attributes.delete.unused')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
