/** Sending HTTP requests to the server, and what becomes of those that it refuses. */
import { takeFirstAnswer } from './first_request'
import { t } from './messages'

export interface Me {
  name: string
  notice: string
}

/** A request that the server refused, with a sentence that may be shown. Status 0: the server could not be reached. */
export class RequestError extends Error {
  constructor(
    readonly sentence: string,
    readonly status: number,
    readonly rule = '',
  ) {
    super(sentence)
  }
}

/** What to tell a person of a problem. */
export const sentenceOf = (problem: unknown): string => (problem instanceof RequestError ? problem.sentence : String(problem))

const UNKNOWN = 401

/** Send one request and return its answer, until `signal` ends it. Throws `RequestError`. */
export async function sendRequest<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  try {
    return await requestOnce<T>(method, path, body, signal)
  } catch (problem) {
    if (!(problem instanceof RequestError && problem.status === UNKNOWN)) throw problem
    // Who is quicker than the first cookie, or comes with one that is too old, need not notice it.
    await askWhoIAm()
    return requestOnce<T>(method, path, body, signal)
  }
}

let introducing: Promise<Me> | undefined

/** Ask who this is. The cookie comes with it; two at once would be two people, so the second waits for the first. */
export function askWhoIAm(): Promise<Me> {
  introducing ??= readAnswer<Me>(takeFirstAnswer() ?? fetch('/api/me', { method: 'GET' })).finally(() => (introducing = undefined))
  return introducing
}

function requestOnce<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const json = body !== undefined && !(body instanceof Blob)
  const headers: HeadersInit = json ? { 'Content-Type': 'application/json' } : {}
  const sent = json ? JSON.stringify(body) : ((body as Blob | undefined) ?? null)
  return readAnswer(fetch(path, { method, headers, body: sent, ...(signal && { signal }) }), signal)
}

async function readAnswer<T>(asked: Promise<Response>, signal?: AbortSignal): Promise<T> {
  let response: Response
  try {
    response = await asked
  } catch {
    throw new RequestError(t('error.network'), 0)
  }
  if (response.status === 204) return undefined as T
  const answer: unknown = await response.json().catch(() => undefined)
  if (signal?.aborted) throw new RequestError(t('error.network'), 0)
  if (response.ok && answer !== undefined) return answer as T
  const { sentence, rule } = (answer ?? {}) as { sentence?: string; rule?: string }
  throw new RequestError(sentence ?? t('error.odd', { status: response.status }), response.status, rule)
}

/** Whether no server has answered: none was reached, or a proxy before it says so. */
export const isUnreachable = (problem: unknown) => problem instanceof RequestError && [0, 502, 503, 504].includes(problem.status)
