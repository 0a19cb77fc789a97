import {
  type AiProvider,
  deleteAiProvider,
  listAiProviders,
  toggleAiProvider,
} from '@parley/contract/ai/ai-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../../admin/entity-queries.ts'
import { EntityList } from '../../../admin/list/entity-list.tsx'
import { call } from '../../../api/call.ts'
import { queryKeys } from '../../../api/query-client.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { AI_PATH, providerPath } from '../ai-paths.ts'
import { AiTabs } from '../ai-tabs.tsx'

/** The configured language models, and which one is active. */
export function ProvidersPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('ai-providers', listAiProviders))
  const [deleting, setDeleting] = useState<AiProvider | null>(null)
  const toggle = async ({ id }: AiProvider) => {
    await call(toggleAiProvider, { params: { id: String(id) } })
    await cache.invalidateQueries({ queryKey: queryKeys.aiProviders })
  }
  return (
    <EntityList
      title={t('admin.ai')}
      lead={t('ai.lead')}
      icon={Sparkles}
      query={query}
      header={<AiTabs />}
      createAction={{ label: t('ai.provider.new'), to: `${AI_PATH}/providers/new` }}
      empty={{ title: t('ai.empty.title'), text: t('ai.empty.text') }}
      toRow={(provider) => ({
        id: provider.id,
        name: provider.name,
        details: `${provider.model} · ${new URL(provider.base_url).host}`,
        searchKeywords: provider.model,
        badge: provider.enabled && <Badge tone="good">{t('ai.provider.answers')}</Badge>,
        open: { to: providerPath(provider.id) },
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
          {
            label: t('ai.provider.delete'),
            icon: Trash2,
            danger: true,
            onClick: () => setDeleting(provider),
          },
        ],
      })}
    >
      {deleting && (
        <DeleteDialog
          title={t('ai.provider.delete.title', { name: deleting.name })}
          confirmLabel={t('ai.provider.delete')}
          successMessage={t('ai.provider.deleted')}
          invalidateKey={queryKeys.aiProviders}
          onConfirm={() => call(deleteAiProvider, { params: { id: String(deleting.id) } })}
          onClose={() => setDeleting(null)}
        >
          {t(deleting.enabled ? 'ai.provider.delete.text_on' : 'ai.provider.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
