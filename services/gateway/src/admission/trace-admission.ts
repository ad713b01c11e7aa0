import { SPANS, withinSpan } from '@quarry/observability';
import type { Admission, AdmissionInput } from './admission.js';

type Admit = (input: AdmissionInput) => Promise<Admission>;

/** Admission as a span of the request. */
export const traceAdmission =
  (admit: Admit): Admit =>
  (input) =>
    withinSpan(SPANS.admission, {}, async (span) => {
      const admission = await admit(input);
      if (admission.outcome === 'refused') span.set({ 'error.type': admission.error });
      return admission;
    });
