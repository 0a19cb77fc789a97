import type { TemplateProblem } from '@parley/contract/templates/templates'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFieldValue } from '../../forms/fields/fields.tsx'
import type { EntityForm } from '../../forms/use-entity-form.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { Skeleton } from '../../ui/display/skeleton.tsx'
import { Button } from '../../ui/inputs/button.tsx'
import { SegmentedControl } from '../../ui/inputs/segmented-control.tsx'
import { ProblemLine } from './problem-line.tsx'
import { SourceField } from './source-field.tsx'
import type { TemplateFields } from './template-fields.ts'

const VisualEditor = lazyPart(() => import('./visual/visual-editor.tsx'), 'VisualEditor')

/** The visual editor and the code editor of a template. Only what the visual editor made can be opened there. */
export function BodyEditor({
  form,
  problem,
}: {
  form: EntityForm<TemplateFields>
  problem: TemplateProblem | null
}) {
  const { t } = useTranslation()
  const type = useFieldValue(form, 'type') ?? 'email_outgoing'
  const design = useFieldValue(form, 'design')
  const [wantsCode, setWantsCode] = useState(false)
  // What the code was before it was edited here.
  const [lastDesign, setLastDesign] = useState(design)
  if (design !== '' && design !== lastDesign) setLastDesign(design)
  if (type === 'email_notification') return <SourceField form={form} problem={problem} />
  const isVisual = design !== '' && !wantsCode
  const restore = () => {
    form.methods.resetField('body')
    form.methods.setValue('design', lastDesign, { shouldDirty: true })
  }
  return (
    <div className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <SegmentedControl
          label={t('templates.editor')}
          value={isVisual ? 'visual' : 'code'}
          onValueChange={(editor) => setWantsCode(editor === 'code')}
          segments={[
            { value: 'visual', label: t('templates.editor.visual'), disabled: design === '' },
            { value: 'code', label: t('templates.editor.code') },
          ]}
        />
        {!isVisual && (
          <p role="status" className="min-w-0 flex-1 text-xs text-ink-3">
            {design !== ''
              ? t('templates.editor.from_visual')
              : lastDesign === ''
                ? t('templates.editor.code_only')
                : t('templates.editor.edited')}
          </p>
        )}
        {design === '' && lastDesign !== '' && (
          <Button type="button" size="sm" onClick={restore}>
            {t('templates.editor.restore')}
          </Button>
        )}
      </div>
      {isVisual ? (
        <>
          <Suspense fallback={<Skeleton className="h-60 w-full" />}>
            <VisualEditor form={form} />
          </Suspense>
          {problem && <ProblemLine problem={problem} />}
        </>
      ) : (
        <SourceField form={form} problem={problem} />
      )}
    </div>
  )
}
