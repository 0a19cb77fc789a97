import { type RefObject, useLayoutEffect, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { FieldProblem } from '../../api/api-error.ts'
import type { EntityForm } from './use-entity-form.ts'

/** What is wrong with fields, as the form library keeps it: nested like the values, a message at each end. */
export function listErrors(errors: object, parent = ''): FieldProblem[] {
  return Object.entries(errors).flatMap(([key, value]: [string, unknown]): FieldProblem[] => {
    if (typeof value !== 'object' || value === null || key === 'ref') return []
    const path = key === 'root' ? parent : [parent, key].filter(Boolean).join('.')
    if ('message' in value && typeof value.message === 'string')
      return 'type' in value && value.type === 'clash' ? [] : [{ path, message: value.message }]
    return listErrors(value, path)
  })
}

/**
 * The problems that the text of a form doesn't show: their field isn't rendered, or its control has no place for them. Where several fields
 * have the same problem and it shows less often than that, those that `isRendered` knows are taken to show it.
 */
export function findHiddenErrors(
  errors: readonly FieldProblem[],
  text: string,
  isRendered: (path: string) => boolean,
): FieldProblem[] {
  const visibleText = collapseWhitespace(text)
  return errors.filter(({ path, message }) => {
    const count = visibleText.split(collapseWhitespace(message)).length - 1
    if (count === 0) return true
    return count < errors.filter((other) => other.message === message).length && !isRendered(path)
  })
}

const collapseWhitespace = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The errors that `fields`, the part of the page with the form's fields, doesn't show. */
export function useHiddenErrors<Values extends FieldValues>(
  { methods, renderedFields: rendered }: EntityForm<Values>,
  fields: RefObject<HTMLElement | null>,
): FieldProblem[] {
  // Reads the library's state, which changes in place.
  'use no memo'
  const [hidden, setHidden] = useState<FieldProblem[]>([])
  const errors = listErrors(methods.formState.errors)
  // What is seen is the document's. Looked at before it is painted, so that nothing flashes.
  useLayoutEffect(() => {
    const next =
      errors.length > 0 && fields.current
        ? findHiddenErrors(errors, fields.current.innerText, (path) => rendered.current.has(path))
        : []
    if (JSON.stringify(next) !== JSON.stringify(hidden)) setHidden(next)
  })
  return hidden
}
