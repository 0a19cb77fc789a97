import { previewTemplateDeletion } from '@parley/contract/shared/deletion-previews'
import {
  deleteTemplate,
  type ListedTemplate,
  listTemplates,
  type Template,
} from '@parley/contract/templates/templates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { FileText, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { EntityList } from '../../admin/list/entity-list.tsx'
import { SubNav } from '../../admin/sub-nav.tsx'
import { call } from '../../api/call.ts'
import { queryKeys } from '../../api/query-client.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { TEMPLATES_PATH, templatePath } from './template-fields.ts'

/** Layouts of replies, and templates of notification emails. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const type = useSearch({ from: '/main/admin-area/admin/templates' }).type ?? 'email_outgoing'
  const query = useQuery({
    queryKey: [...queryKeys.entities('templates'), type],
    queryFn: ({ signal }) => call(listTemplates, { signal, query: { type } }),
    // Inboxes change which of them they use.
    staleTime: 0,
  })
  const [deleting, setDeleting] = useState<Template | null>(null)
  const isOutgoing = type === 'email_outgoing'
  return (
    <EntityList
      title={t('admin.templates')}
      lead={t(isOutgoing ? 'templates.lead' : 'templates.lead_notification')}
      icon={FileText}
      query={query}
      createAction={isOutgoing ? { label: t('templates.new'), to: `${TEMPLATES_PATH}/new` } : undefined}
      empty={{ title: t('templates.empty.title'), text: t('templates.empty.text') }}
      header={
        <SubNav
          label={t('templates.types')}
          items={[
            { to: TEMPLATES_PATH, search: {}, label: t('templates.type.outgoing') },
            {
              to: TEMPLATES_PATH,
              search: { type: 'email_notification' },
              label: t('templates.type.notification'),
            },
          ]}
        />
      }
      toRow={(template) => ({
        id: template.id,
        name: template.name,
        details: isOutgoing ? describeUse(template, t) : template.subject,
        badge: template.is_default && <Badge tone="accent">{t('templates.default.badge')}</Badge>,
        open: { to: templatePath(template.id) },
        actions: [
          {
            label: t('templates.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: templatePath(template.id) }),
          },
          ...(template.is_builtin
            ? []
            : [
                {
                  label: t('templates.delete'),
                  icon: Trash2,
                  danger: true,
                  onClick: () => setDeleting(template),
                },
              ]),
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('templates.delete.title', { name: deleting.name })}
          confirmLabel={t('templates.delete')}
          successMessage={t('templates.deleted')}
          invalidateKey={queryKeys.templates}
          preview={() => call(previewTemplateDeletion, { params: { id: String(deleting.id) } })}
          onConfirm={() => call(deleteTemplate, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        />
      )}
    </EntityList>
  )
}

const describeUse = ({ is_default, inbox_names }: ListedTemplate, t: TFunction): string =>
  [
    ...(is_default ? [t('templates.fact.default')] : []),
    ...(inbox_names.length > 0 ? [t('templates.fact.used', { names: inbox_names.join(', ') })] : []),
  ].join(' · ') || t('templates.fact.unused')
