"""The words answer, anyAnswer and sumOfAnswers."""

X = [{"type": "answer"}, {"type": "anyAnswer"}, {"type": "sumOfAnswers"}]
