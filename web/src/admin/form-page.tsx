import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type FormEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Page } from '../ui/page.tsx'
import { FormOutcome } from './form-outcome.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'
import type { EntityForm } from './use-entity-form.ts'

/**
 * The page of one thing: where it belongs, its sections (PageSection) and the bar that saves it. Of something new the bar always shows, and
 * its button says what will be made.
 */
export function FormPage<Values extends FieldValues>({
  of,
  title,
  lead,
  actions,
  within,
  create,
  wide,
  children,
}: {
  of: EntityForm<Values>
  title: string
  lead?: ReactNode
  actions?: ReactNode
  /** The list it comes from; none for a page that is the only one of its kind. */
  within?: { to: string; label: string }
  /** "Create team"; left out for what exists. */
  create?: string
  /** For an editor and its preview side by side. */
  wide?: boolean
  children: ReactNode
}) {
  const element = useFirstErrorFocus(of)
  const fields = useRef<HTMLDivElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    of.submit()
  }
  return (
    <Page
      title={title}
      lead={lead}
      actions={actions}
      wide={wide}
      trail={within && <Trail within={within} title={title} />}
    >
      <form ref={element} noValidate aria-label={title} onSubmit={submit}>
        <div ref={fields}>{children}</div>
        <FormOutcome of={of} fields={fields} />
        <SaveBar of={of} create={create} cancel={within?.to} />
      </form>
      <LeaveGuard dirty={of.changes > 0 && !of.saving} />
    </Page>
  )
}

/** After a try that was refused, the first wrong field has the focus. Also for forms in dialogs. */
export function useFirstErrorFocus<Values extends FieldValues>({ tries, form }: EntityForm<Values>) {
  const element = useRef<HTMLFormElement>(null)
  const refused = Object.keys(form.formState.errors).length > 0
  // The focus is the document's. It moves together with what is seen: later it would be taken from somebody who types already.
  useLayoutEffect(() => {
    if (tries > 0 && refused) element.current?.querySelector<HTMLElement>(wrong)?.focus()
  }, [tries, refused])
  return element
}

const wrong = '[aria-invalid=true], [data-invalid] :is(button, [contenteditable], [role=checkbox])'

export function Trail({ within, title }: { within: { to: string; label: string }; title: string }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('form.trail')} className="mb-1 flex items-center gap-1.5 text-ink-3">
      <Link to={within.to} className="hover:text-ink">
        {within.label}
      </Link>
      <ChevronRight size={14} aria-hidden />
      <span className="truncate">{title}</span>
    </nav>
  )
}
