import type { UploadConsent } from '../../src-main/api-client/service-client.ts';

/** What a person who confirmed rights and terms declares with a model. */
export const fullConsent: UploadConsent = { hasRightsToModel: true, acceptTermsAndConditions: true };
