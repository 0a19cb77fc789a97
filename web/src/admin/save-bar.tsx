import { Link } from '@tanstack/react-router'
import { Save } from 'lucide-react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Command } from '../commands/command.ts'
import { useCommands } from '../commands/registry.ts'
import { Button } from '../ui/button.tsx'
import { KeyLabels } from '../ui/kbd.tsx'
import { keepFocus } from '../ui/keep-focus.ts'
import type { EntityForm } from './use-entity-form.ts'

const KEYS = 'mod+s'

/** Floats over the foot of the page while something is unsaved, and always while something new is made. */
export function SaveBar<Values extends FieldValues>({
  of,
  create,
  cancel,
}: {
  of: EntityForm<Values>
  create: string | undefined
  /** Where "Cancel" leads, for something new. */
  cancel: string | undefined
}) {
  const { t } = useTranslation()
  const shows = create !== undefined || of.changes > 0
  const save: Command = {
    id: 'form.save',
    label: create ? 'form.create' : 'form.save',
    labelValues: { label: create ?? '' },
    group: 'commands.group.page',
    keys: KEYS,
    reach: 'anywhere',
    icon: Save,
    when: () => shows,
    run: of.submit,
  }
  useCommands([save])
  if (!shows) return null
  return (
    <section
      aria-label={t('form.unsaved.label')}
      {...keepFocus}
      className="sticky bottom-4 z-20 mx-auto mt-6 flex w-fit max-w-full items-center gap-2 max-md:flex-wrap max-md:justify-end rounded-xl border bg-raised p-2 shadow-pop"
    >
      <span role="status" className="grow text-ink-2 not-empty:mr-2 not-empty:ml-2 md:truncate">
        {of.restored ? t('form.restored') : of.changes > 0 && t('form.unsaved', { count: of.changes })}
      </span>
      {create && cancel ? (
        <Link
          to={cancel}
          className="inline-flex h-7.5 items-center rounded-md border border-line-strong bg-surface px-3 font-medium hover:bg-hover"
        >
          {t('ui.cancel')}
        </Link>
      ) : (
        <Button onClick={of.discard}>{t('form.discard')}</Button>
      )}
      <Button type="submit" variant="primary" loading={of.saving}>
        {create ?? t('form.save')}
        <span className="max-md:hidden">
          <KeyLabels keys={KEYS} tone="bare" />
        </span>
      </Button>
    </section>
  )
}
