import { type AiProvider, deleteAiProvider, listAiProviders, toggleAiProvider } from '@parley/contract/ai'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { Badge } from '../../ui/badge.tsx'
import { AiParts } from './ai-parts.tsx'
import { AI, providerPath } from './places.ts'

/** Which language models there are, and which of them answers. */
export function ProvidersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('ai-providers', listAiProviders))
  const [leaving, setLeaving] = useState<AiProvider | null>(null)
  const toggle = async ({ id }: AiProvider) => {
    await call(toggleAiProvider, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: keys.aiProviders })
  }
  return (
    <EntityList
      title={t('admin.ai')}
      lead={t('ai.lead')}
      icon={Sparkles}
      query={query}
      above={<AiParts />}
      creation={{ label: t('ai.provider.new'), to: `${AI}/providers/new` }}
      empty={{ title: t('ai.empty.title'), text: t('ai.empty.text') }}
      rowOf={(provider) => ({
        id: provider.id,
        name: provider.name,
        facts: `${provider.model} · ${new URL(provider.base_url).host}`,
        found_by: provider.model,
        badge: provider.enabled && <Badge tone="good">{t('ai.provider.answers')}</Badge>,
        opens: { to: providerPath(provider.id) },
        enabled: {
          on: provider.enabled,
          label: t('ai.provider.enabled.of', { name: provider.name }),
          save: () => toggle(provider),
        },
        actions: [
          {
            label: t('ai.provider.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: providerPath(provider.id) }),
          },
          { label: t('ai.provider.delete'), icon: Trash2, danger: true, onClick: () => setLeaving(provider) },
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('ai.provider.delete.title', { name: leaving.name })}
          confirmLabel={t('ai.provider.delete')}
          deleted={t('ai.provider.deleted')}
          kind={keys.aiProviders}
          remove={() => call(deleteAiProvider, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t(leaving.enabled ? 'ai.provider.delete.text_on' : 'ai.provider.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
