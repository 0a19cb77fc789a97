import { type AiPrompt, deleteAiPrompt, listAiPrompts, resetAiPrompt } from '@parley/contract/ai'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Pencil, RotateCcw, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DeleteDialog } from '../../admin/delete-dialog.tsx'
import { entitiesQuery } from '../../admin/entities.ts'
import { EntityList } from '../../admin/entity-list.tsx'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query.ts'
import { showFailure, toast } from '../../lib/toast.ts'
import { Badge } from '../../ui/badge.tsx'
import { AiParts } from './ai-parts.tsx'
import { PROMPTS, promptPath } from './places.ts'

/** The ways in which agents may have their text rewritten. */
export function PromptsPage() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cache = useQueryClient()
  const query = useQuery(entitiesQuery('ai-prompts', listAiPrompts))
  const [leaving, setLeaving] = useState<AiPrompt | null>(null)
  const reset = async ({ id }: AiPrompt) => {
    try {
      await call(resetAiPrompt, { params: { id: String(id) } })
      toast.success(t('ai.prompt.was_reset'))
      await cache.invalidateQueries({ queryKey: keys.aiPrompts })
    } catch (error) {
      showFailure(error)
    }
  }
  return (
    <EntityList
      title={t('admin.ai')}
      lead={t('ai.prompts.lead')}
      icon={Sparkles}
      query={query}
      above={<AiParts />}
      creation={{ label: t('ai.prompt.new'), to: `${PROMPTS}/new` }}
      empty={{ title: t('ai.prompts.empty'), text: t('ai.prompts.lead') }}
      rowOf={(prompt) => ({
        id: prompt.id,
        name: prompt.title,
        facts: t(prompt.is_builtin ? 'ai.prompt.builtin' : 'ai.prompt.own'),
        badge: prompt.is_changed && <Badge>{t('ai.prompt.changed')}</Badge>,
        opens: { to: promptPath(prompt.id) },
        actions: [
          {
            label: t('ai.prompt.edit'),
            icon: Pencil,
            onClick: () => void navigate({ to: promptPath(prompt.id) }),
          },
          ...(prompt.is_changed
            ? [{ label: t('ai.prompt.reset'), icon: RotateCcw, onClick: () => void reset(prompt) }]
            : []),
          ...(prompt.is_builtin
            ? []
            : [
                {
                  label: t('ai.prompt.delete'),
                  icon: Trash2,
                  danger: true,
                  onClick: () => setLeaving(prompt),
                },
              ]),
        ],
      })}
    >
      {leaving && (
        <DeleteDialog
          title={t('ai.prompt.delete.title', { name: leaving.title })}
          confirmLabel={t('ai.prompt.delete')}
          deleted={t('ai.prompt.deleted')}
          kind={keys.aiPrompts}
          remove={() => call(deleteAiPrompt, { params: { id: String(leaving.id) } })}
          onClose={() => setLeaving(null)}
        >
          {t('ai.prompt.delete.text')}
        </DeleteDialog>
      )}
    </EntityList>
  )
}
