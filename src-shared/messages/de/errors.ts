import type { errors as en } from '../en/errors.ts';
import type { Translation } from '../message.ts';

export const errors = {
  updateFeed: 'Die Antwort über die neueste Version ist nicht verwendbar.',
  'advice.connection': 'Prüfen Sie die Verbindung. Was Sie bestellen, wartet in der Warteschlange.',
  'advice.online': 'Gehen Sie in der Statusleiste online.',
  'advice.account': 'Prüfen Sie das Konto in den Einstellungen.',
  retryAfter: 'Versuchen Sie es nach {time} erneut.',

  sentences: '{before} {next}',
  'file.notFound': '{file} wurde nicht gefunden. Vielleicht wurde die Datei verschoben oder umbenannt.',
  'file.unreadable':
    '{file} ist nicht lesbar. Prüfen Sie die Rechte und schließen Sie andere Programme, die sie verwenden.',
  'file.quoted': '„{name}“',
  'file.copyMissing':
    'Die gespeicherte Kopie der Datei wurde nicht gefunden. Fügen Sie die Datei erneut hinzu.',
  'file.copyUnreadable':
    'Die gespeicherte Kopie der Datei ist nicht lesbar. Fügen Sie die Datei erneut hinzu.',
  'file.copyDamaged': 'Die gespeicherte Kopie der Datei ist beschädigt. Fügen Sie die Datei erneut hinzu.',
  'file.copyDamagedUnsent':
    'Die gespeicherte Kopie der Datei ist beschädigt. Nichts wurde gesendet. Fügen Sie die Datei erneut hinzu.',
  'file.cutOff':
    '„{name}“ ist abgeschnitten: Die Datei kündigt mehr an, als sie enthält. Exportieren Sie sie noch einmal, und warten Sie, bis das Programm sie geschrieben hat.',
  'file.badName': 'Das ist nicht der Name einer gespeicherten Datei.',
  'file.isFolder': '„{name}“ ist ein Ordner. Wählen Sie eine Modelldatei darin.',
  'file.notRegular': '„{name}“ ist keine gewöhnliche Datei und lässt sich nicht hinzufügen.',
  'file.empty': '„{name}“ ist leer. Exportieren Sie die Datei erneut aus Ihrem CAD-Programm.',
  'file.tooLarge': '„{name}“ ist größer als 1 GiB. Exportieren Sie die Datei mit weniger Dreiecken.',
  'file.notImportable':
    '„{name}“ ist weder ein Modell noch ein Bild. Fabdesk öffnet Modelle ({models:list}) und Bilder ({pictures:list}).',
  'file.pictureTooLarge':
    'Bilder dürfen höchstens 16 MB groß sein. Nichts wurde gesendet. Fügen Sie ein kleineres hinzu.',
  'disk.noSpace':
    'Zu wenig Speicherplatz, um die Datei zu kopieren. Geben Sie Platz frei und versuchen Sie es erneut.',
  'disk.full': 'Die Festplatte ist voll. Geben Sie Platz frei und starten Sie Fabdesk erneut.',
  'network.connectLate': '{host} hat nicht rechtzeitig geantwortet. Prüfen Sie die Internetverbindung.',
  'network.sendLate': 'Die Verbindung zu {host} stockte beim Senden.',
  'network.answerLate': '{host} hat nicht rechtzeitig geantwortet.',
  'network.tooSlow': '{host} ist im Moment zu langsam.',
  'network.nameUnknown':
    'Die Adresse von {host} wurde nicht gefunden. Prüfen Sie die Internetverbindung und die Adresse des Kontos.',
  'network.refused':
    'Unter {host} antwortet kein Dienst. Der Dienst ist vielleicht außer Betrieb, oder die Adresse des Kontos ist falsch.',
  'network.unreachable':
    '{host} ist von diesem Computer aus nicht erreichbar. Prüfen Sie die Internetverbindung.',
  'network.certificate':
    'Das Zertifikat von {host} ist ungültig ({code}), deshalb wurde nichts gesendet. Prüfen Sie das Datum dieses Computers und die Adresse des Kontos. In einem Netzwerk, das Verbindungen prüft, installieren Sie dessen Zertifikat auf diesem Computer.',
  'network.proxySilent':
    'Der Proxy {proxy} antwortet nicht. Prüfen Sie das Netzwerk und den Proxy unter Einstellungen, Netzwerk.',
  'network.proxySignIn':
    'Der Proxy {proxy} verlangt eine Anmeldung. Geben Sie Benutzernamen und Passwort unter Einstellungen, Netzwerk oder in HTTPS_PROXY an. Nichts wurde gesendet.',
  'network.proxyRefused':
    'Der Proxy {proxy} lehnt Benutzernamen und Passwort ab oder verlangt eine andere Anmeldung als Basic, etwa NTLM, die Fabdesk nicht kennt. Prüfen Sie beides unter Einstellungen, Netzwerk oder in HTTPS_PROXY. Nichts wurde gesendet.',
  'network.proxyFailed':
    'Der Proxy {proxy} stellt keine Verbindung zu {host} her (Status {status}). Fragen Sie bei der Netzwerkverwaltung nach, ob {host} erlaubt ist. Nichts wurde gesendet.',
  'network.proxyKind':
    '„{text}“ ist kein Proxy, den Fabdesk benutzen kann, und an ihm vorbei geht es nicht. Es braucht einen für HTTP wie http://proxy.example.com:8080. Prüfen Sie HTTPS_PROXY, ALL_PROXY und die Einstellungen des Systems, oder wählen Sie unter Einstellungen, Netzwerk. Nichts wurde gesendet.',
  'network.oldNode':
    'Dieses Node.js kennt keine Proxys. Installieren Sie Version 24.5 oder neuer und starten Sie Fabdesk erneut.',
  'network.badProxy':
    '„{text}“ ist nicht die Adresse eines Proxys. Geben Sie eine an wie proxy.example.com:8080.',
  'network.notHttp': 'Was unter {host} antwortet, spricht kein HTTP. Prüfen Sie die Adresse des Kontos.',
  'network.broken': 'Die Verbindung zu {host} wurde unterbrochen.',
  'link.invalid': 'Dieser Link führt zu keiner Datei im Web. Nehmen Sie einen, der mit https:// beginnt.',
  'link.insecure':
    'Über unverschlüsseltes http holt Fabdesk nichts von {host}. Nehmen Sie die https-Adresse, oder laden Sie die Datei herunter und öffnen Sie sie.',
  'link.credentials':
    'Dieser Link enthält einen Benutzernamen oder ein Passwort, die Fabdesk nirgendwohin sendet. Laden Sie die Datei im Browser herunter, und öffnen Sie sie.',
  'link.page':
    '{host} antwortet mit einer Webseite statt mit einem Modell. Laden Sie das Modell im Browser herunter, und öffnen Sie diese Datei.',
  'link.signIn':
    '{host} gibt die Datei nur angemeldeten Personen. Laden Sie sie im Browser herunter, und öffnen Sie diese Datei.',
  'link.status': '{host} gibt die Datei nicht heraus (Status {status}). Prüfen Sie den Link.',
  'link.redirects': '{host} führt endlos von einer Adresse zur nächsten. Prüfen Sie den Link.',
  'address.invalid':
    'Das ist nicht die Adresse eines Dienstes. Geben Sie eine an wie https://api.example.com.',
  'address.baseOnly':
    'Geben Sie nur die Basisadresse des Dienstes an, ohne Benutzernamen und ohne alles nach ? oder #.',
  'address.insecure':
    'Fabdesk sendet keine Zugangsdaten über unverschlüsseltes http an {host}. Verwenden Sie die https-Adresse.',
  'dataFolder.unusable':
    'Fabdesk kann den Datenordner {folder} nicht verwenden ({what}). Prüfen Sie, dass Sie dort schreiben dürfen und kein anderes Programm seine Dateien verwendet, oder wählen Sie mit --data oder FABDESK_DATA einen anderen.',
  'dataFolder.foreign':
    'Der Ordner {folder} gehört einem anderen Benutzer, deshalb verwendet Fabdesk ihn nicht. Lassen Sie ihn entfernen, oder setzen Sie TMPDIR auf einen eigenen Ordner.',
  'dataFolder.noName': 'Der Datenordner hat keinen Namen.',
  'dataFolder.shared': '{folder} enthält anderes als die Daten von Fabdesk.',
  'dataFolder.tooLong': 'Der Pfad des Datenordners hat mehr als {count:number} Zeichen.',
  'dataFolder.choose': 'Wählen Sie mit --data oder FABDESK_DATA einen eigenen Ordner.',
  'database.newer':
    'Eine neuere Version von Fabdesk hat diesen Datenordner benutzt. Installieren Sie diese oder eine neuere; nichts wurde geändert.',
  'database.unusable':
    'Fabdesk kann seine Datenbank nicht verwenden ({code}). Prüfen Sie, dass der Datenordner beschreibbar ist.',
  nodeTooOld: 'Fabdesk braucht Node.js 22.14 oder neuer. Installieren Sie es und starten Sie erneut.',
  'job.keyUsed':
    'Dieser Schlüssel gehört zu einer Bestellung mit anderem Inhalt. Nichts wurde bestellt. Verwenden Sie einen anderen Schlüssel, oder wiederholen Sie genau denselben Befehl.',
  'job.changedMeanwhile': 'Dieser Auftrag hat sich gerade geändert. Sehen Sie ihn sich noch einmal an.',
  'job.damaged':
    'Der Eintrag dieses Auftrags wurde auf der Festplatte beschädigt. Starten Sie Fabdesk erneut: Es zeigt dann, was davon übrig ist.',
  superseded:
    'Ein anderes Fabdesk hat diesen Datenordner übernommen. Schließen Sie dieses; von hier wird nichts mehr gesendet.',
  'account.fixed':
    'Adresse und Client-ID eines Kontos lassen sich nicht ändern. Fügen Sie stattdessen ein weiteres Konto hinzu.',
  'account.otherPrices':
    'Die Preise sind von „{priced}“, und die Bestellung ginge an „{account}“. Nichts wurde bestellt. Fragen Sie die Preise erneut ab.',
  'account.localName': 'Lokaler Druckdienst',
  'account.local': 'Der lokale Druckdienst gehört zu Fabdesk und lässt sich nicht entfernen.',
  'account.busy':
    'Dieses Konto hat noch Uploads oder Bestellungen in der Warteschlange. Warten Sie darauf oder brechen Sie sie ab, und entfernen Sie es dann.',
  'account.localStarting': 'Der lokale Druckdienst läuft noch nicht. Versuchen Sie es gleich noch einmal.',
  'consent.missing':
    'Für dieses Konto sind Rechte und Bedingungen nicht bestätigt, darum wurde nichts gesendet. Bestätigen Sie sie unter Einstellungen, Konten, oder mit „fabdesk accounts terms --accept“; dann geht es weiter.',
  'account.unknown': 'Dieses Konto gibt es nicht mehr. Wählen Sie ein anderes unter Einstellungen, Konten.',
  'account.oauth1Secret':
    'OAuth 1.0 braucht das Client-Geheimnis. Geben Sie es ein und melden Sie sich neu an.',
  'account.secretMissing':
    'Das Client-Geheimnis von „{name}“ ist nicht mehr auf diesem Computer. Geben Sie es unter Einstellungen, Konten erneut ein.',
  'signIn.over': 'Diese Anmeldung ist beendet. Beginnen Sie sie unter Einstellungen, Konten neu.',
  'signIn.codeNeeded': 'Geben Sie den Code ein, den der Dienst im Browser zeigt.',
  workspaceFull:
    'Die Druckplatte oder der Warenkorb kann nichts mehr aufnehmen. Entfernen Sie etwas und versuchen Sie es erneut.',
  cartChanged:
    'Der Warenkorb wurde in einem anderen Fenster geändert, deshalb wurde nichts bestellt. Prüfen Sie ihn und bestellen Sie erneut.',
  offline: 'Sie arbeiten offline. Wählen Sie „Online gehen“, wenn Fabdesk das Netz wieder verwenden darf.',
  alreadyRunning:
    'Fabdesk verwendet diesen Datenordner bereits, antwortet aber noch nicht. Versuchen Sie es gleich noch einmal, oder beenden Sie es.',
  'localService.restarting': 'Der lokale Dienst startet neu',
  'localService.failed':
    'Der lokale Druckdienst beendet sich immer wieder. Schließen Sie Fabdesk und starten Sie es neu; das Protokoll im Datenordner nennt den Grund.',
  'localService.silent': 'Der lokale Druckdienst hat nicht geantwortet. Versuchen Sie es gleich noch einmal.',
  rateLimitedUntil:
    'Das Anfragelimit ist bis {time:moment} erreicht. Was in der Warteschlange steht, versucht Fabdesk von selbst erneut.',
  rateLimited: 'Das Anfragelimit ist erreicht. Fabdesk versucht es automatisch erneut.',
  'material.ambiguous': 'Mehrere Materialien heißen „{word}“. Geben Sie die ID an: {ids:either}.',
  'material.unknown': 'Es gibt kein Material „{word}“.',
  'list.noCatalog':
    'Die Materialien sind noch nicht bekannt, daher wurde keines gewählt. Wählen Sie sie, sobald der Katalog geladen ist.',
  'list.sameName': 'Mehrere Dateien heißen {file}. Nennen Sie in der Liste auch den Ordner.',
  'list.plateFull': 'Die Druckplatte ist voll.',
  'list.notDropped':
    '{file} wurde nicht mit der Liste abgelegt. Legen Sie beide zusammen ab, oder den Ordner mit ihnen.',
  'list.near': 'Meinten Sie {names:either}?',
  'cad.other':
    'Der Ordner {folder} ist nicht von Fabdesk und bleibt, wie er ist. Schieben Sie ihn zuerst weg.',
  'cad.notWritten':
    'Der Ordner {folder} ließ sich nicht ändern. Schließen Sie das CAD-Programm und versuchen Sie es noch einmal.',
  'cad.gone': 'Zu {folder} gibt es kein CAD-Programm mehr.',
  'list.empty': 'Die Liste enthält keine Teile.',
  'list.noFileColumn': 'Keine Spalte heißt Datei. Die Spalten sind {columns}.',
  'list.tooLong': 'Die Liste hat {rows:number} Teile; {most:number} sind möglich. Teilen Sie sie auf.',
  'list.unclosedQuote': 'Das Anführungszeichen, das hier beginnt, wird nicht geschlossen.',
  'list.noFile': 'Es ist keine Datei genannt.',
  'list.badQuantity': '„{text}“ ist keine Anzahl. Schreiben Sie eine ganze Zahl von 1 bis {most:number}.',
  'number.ambiguous':
    '„{text}“ lässt sich auf zwei Arten lesen, mit Nachkommastellen oder mit Tausendern. Schreiben Sie die Zahl ohne dieses Trennzeichen.',
  'list.badScale': '„{text}“ ist kein Maßstab. Schreiben Sie eine Zahl über 0, etwa 0,5 oder 50 %.',
  'list.twoColumns': 'Die Spalten {columns:list} nennen {values:list}. Behalten Sie nur die gültige.',
  'list.noContent':
    'Das Angebot nennt nicht, für welche Datei und Größe es gilt. Erstellen Sie es neu, und bestellen Sie danach.',
  'list.otherContent':
    '{file} ist nicht die Datei, für die das Angebot gilt. Erstellen Sie es neu, oder holen Sie die damalige Fassung zurück.',
  'list.changedPart':
    '{file} wurde mit Änderungen angeboten ({changes}), die in der Datei fehlen. Bestellen Sie das Teil dort, wo es geändert wurde, oder speichern Sie es als Datei und erstellen Sie dafür ein Angebot.',
  'list.otherVolume':
    '{file} hat jetzt {now:volume}, angeboten wurden {quoted:volume}. Erstellen Sie das Angebot neu.',
  'list.otherPrice':
    '{file} kostet jetzt {now:money} je Stück, angeboten waren {quoted:money}. Erstellen Sie das Angebot neu, um es zu bestellen.',
  'list.badUnit': '„{text}“ ist keine Einheit. Schreiben Sie mm, cm, m, in oder ft.',
  'list.outside':
    '{file} liegt nicht im Ordner der Liste. Verschieben Sie die Datei dorthin, oder nennen Sie sie einzeln statt in der Liste.',
  'list.otherLetters':
    '{file} heißt hier {found}. Die Namen unterscheiden sich nur durch Groß- und Kleinschreibung oder die Schreibweise der Umlaute; die Datei wird genommen.',
  'list.missing': 'Neben der Liste gibt es keine Datei {file}.',
  'list.noMaterial':
    'Es ist kein Material genannt. Füllen Sie die Spalte Material aus, oder geben Sie --material für alle Zeilen an.',
  'list.notFound': 'Es gibt keine Liste {file}.',
  'list.tooLarge': '{file} ist zu groß für eine Teileliste.',
  'list.inLine': 'Zeile {line:number}: {problem}',
  'list.refused': {
    one: '{file} hat eine Zeile, die nicht bestellt werden kann. Es wurde nichts bestellt.',
    other: '{file} hat {count:number} Zeilen, die nicht bestellt werden können. Es wurde nichts bestellt.',
  },
  'list.notChecked': {
    one: '{file} hat eine Zeile, die nicht geprüft werden kann. Nichts wurde geprüft.',
    other: '{file} hat {count:number} Zeilen, die nicht geprüft werden können. Nichts wurde geprüft.',
  },
  'list.notQuoted': {
    one: '{file} hat eine Zeile, für die es kein Angebot geben kann.',
    other: '{file} hat {count:number} Zeilen, für die es kein Angebot geben kann.',
  },
  stopped: 'Vor dem Ende angehalten.',
  internal: 'In Fabdesk ist etwas schiefgegangen. Das Protokoll enthält die Einzelheiten.',
} as const satisfies Translation<typeof en>;
