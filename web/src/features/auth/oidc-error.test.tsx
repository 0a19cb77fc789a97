import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderApp } from '../../testing/render.tsx'
import { OidcButtons } from './oidc-buttons.tsx'
import { OidcError } from './oidc-error.tsx'

const provider = {
  provider: 'Custom' as const,
  provider_url: '',
  client_id: '',
  logo_url: '',
  enabled: true,
  redirect_uri: '',
}

test('a failed sign-in names the provider, if it is known', () => {
  const { rerender } = renderApp(<OidcError failure="unreachable" name="Okta" />)
  expect(screen.getByRole('alert').textContent).toContain('Okta isn’t responding right now')
  rerender(<OidcError failure="unreachable" name={undefined} />)
  expect(screen.getByRole('alert').textContent).toContain('the provider isn’t responding right now')
})

test('a crafted link cannot put its own text on the page', () => {
  const { container } = renderApp(<OidcError failure="Call 555 for help" name="Okta" />)
  expect(container.textContent).toBe('')
})

test('each provider starts its own sign-in, which returns to the requested page', () => {
  renderApp(
    <OidcButtons
      providers={[
        { ...provider, id: 3, name: 'Okta' },
        { ...provider, id: 4, name: 'Google', logo_url: '/google.svg' },
      ]}
      next="/admin/tags?q=a&b"
    />,
  )
  const links = screen.getAllByRole<HTMLAnchorElement>('link').map(({ href }) => new URL(href))
  expect(links.map(({ pathname }) => pathname)).toEqual(['/api/v1/oidc/3/login', '/api/v1/oidc/4/login'])
  for (const { searchParams } of links) expect(searchParams.get('next')).toBe('/admin/tags?q=a&b')
  screen.getByRole('link', { name: 'Continue with Okta' })
})
