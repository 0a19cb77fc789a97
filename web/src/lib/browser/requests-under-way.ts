let underWay = 0

/** Counts a request until it has ended, so that work that can wait doesn't compete with it. */
export async function countRequest<Answer>(request: Promise<Answer>): Promise<Answer> {
  underWay++
  try {
    return await request
  } finally {
    underWay--
  }
}

export const hasRequests = (): boolean => underWay > 0
