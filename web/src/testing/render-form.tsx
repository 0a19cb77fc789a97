import { screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { vi } from 'vitest'
import type { z } from 'zod'
import { type EntityForm, useEntityForm } from '../forms/use-entity-form.ts'
import { renderApp } from './render.tsx'

/** Renders a part of a form with a button that saves. `save` gets the values that would be sent. */
export function renderForm<Values extends FieldValues>(
  {
    schema,
    values,
    ...options
  }: { schema: z.ZodType<unknown, Values> } & { values: Values } & Parameters<typeof renderApp>[1],
  renderPart: (form: EntityForm<Values>) => ReactNode,
) {
  const save = vi.fn(async (_values: Values) => null)
  function Form() {
    const form = useEntityForm({ schema, values, draftKey: 'test', save })
    return (
      <form>
        {renderPart(form)}
        <button type="button" onClick={form.submit}>
          Save this form
        </button>
      </form>
    )
  }
  const app = renderApp(<Form />, options)
  const submit = () => app.user.click(screen.getByRole('button', { name: 'Save this form' }))
  return { ...app, save, submit }
}
