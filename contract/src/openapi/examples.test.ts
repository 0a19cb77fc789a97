import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints } from '../all-endpoints.ts'
import { buildExample } from './build-example.ts'

test.each([...allEndpoints])(
  'the examples of %s match the contract’s request and response schemas',
  (_name, e) => {
    if (!(e.body instanceof z.ZodUndefined)) {
      const body = buildExample(e.body, 'input', e.tag)
      expect(e.body.safeParse(body).error?.issues, JSON.stringify(body)).toBeUndefined()
    }
    if (e.raw_media_type) return
    const answer = buildExample(e.response, 'output', e.tag)
    expect(e.response.safeParse(answer).error?.issues, JSON.stringify(answer)).toBeUndefined()
    // Every possible field of a response is shown.
    expect(answer).toBeDefined()
  },
)
