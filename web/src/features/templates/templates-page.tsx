import {
  deleteTemplate,
  listTemplates,
  type Template,
  templateDeletionRefusal,
} from '@parley/contract/templates'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { EntityList } from '../../admin/entity-list.tsx'
import { SubNav } from '../../admin/sub-nav.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { TEMPLATES, templatePath } from './template-fields.ts'

/** What goes around replies, and what the workspace writes to its agents. */
export function TemplatesPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const type = useSearch({ from: '/main/admin-area/admin/templates' }).type ?? 'email_outgoing'
  const query = useQuery({
    queryKey: [...keys.entities('templates'), type],
    queryFn: ({ signal }) => call(listTemplates, { signal, query: { type } }),
  })
  const [leaving, setLeaving] = useState<Template | null>(null)
  const isOutgoing = type === 'email_outgoing'
  return (
    <EntityList
      title={t('admin.templates')}
      lead={t(isOutgoing ? 'templates.lead' : 'templates.lead_notification')}
      icon={FileText}
      query={query}
      creation={isOutgoing ? { label: t('templates.new'), to: `${TEMPLATES}/new` } : undefined}
      empty={{ title: t('templates.empty.title'), text: t('templates.empty.text') }}
      above={
        <SubNav
          label={t('templates.types')}
          parts={[
            { to: TEMPLATES, search: {}, label: t('templates.type.outgoing') },
            {
              to: TEMPLATES,
              search: { type: 'email_notification' },
              label: t('templates.type.notification'),
            },
          ]}
        />
      }
      rowOf={(template) => ({
        id: template.id,
        name: template.name,
        facts: isOutgoing
          ? t(template.is_default ? 'templates.fact.default' : 'templates.fact.unused')
          : template.subject,
        badge: template.is_default && <Badge tone="accent">{t('templates.default.badge')}</Badge>,
        opens: { to: templatePath(template.id) },
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
                  onClick: () => setLeaving(template),
                },
              ]),
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('templates.delete.title', { name: leaving.name })}
          confirmLabel={t('templates.delete')}
          deleted={t('templates.deleted')}
          kind={keys.templates}
          preview={async () => ({ refusal: templateDeletionRefusal(leaving), effects: [] })}
          remove={() => call(deleteTemplate, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        />
      )}
    </EntityList>
  )
}
